import type { TranslatedLocale } from '@/lib/i18n/routing'

type Words = { name: string; description: string }

type ServiceSeed = Words & {
  /** Font-class string, as the customer stores icons. */
  icon: string
  /** Ringgit per hour; half-day, full-day and weekly are per hour too (docs/decisions/020 D3). */
  hourlyRate: string
  halfDayRate?: string
  fullDayRate?: string
  weeklyRate?: string
  isAddOn?: boolean
  translations: Partial<Record<TranslatedLocale, Words>>
}

/** What the studio sells, in the order visitors see it; add-ons last. */
export const SERVICES: ServiceSeed[] = [
  {
    name: 'Audio Podcast Basic',
    description:
      'A quiet, acoustically treated room with two broadcast microphones, closed-back headphones and a multitrack recorder. Sit down, talk, and leave with a clean WAV file for each voice.',
    icon: 'fas fa-microphone',
    hourlyRate: '99.00',
    halfDayRate: '89.00',
    fullDayRate: '79.00',
    weeklyRate: '69.00',
    translations: {
      ms: {
        name: 'Podcast Audio Asas',
        description:
          'Bilik rakaman yang senyap dengan rawatan akustik, dua mikrofon siaran, fon kepala dan perakam berbilang trek. Datang, berbual, dan bawa pulang fail WAV yang bersih untuk setiap suara.',
      },
      zh: {
        name: '音频播客基础配套',
        description:
          '安静并经声学处理的录音室，配备两支广播级麦克风、封闭式耳机和多轨录音机。坐下就能开录，录完即可带走每位讲者的独立 WAV 音轨。',
      },
    },
  },
  {
    name: 'Audio Podcast Premium',
    description:
      'Up to four hosts and guests, each with their own microphone and headphones, while an engineer looks after the levels. Includes a balanced stereo mix that is ready to publish.',
    icon: 'fas fa-headphones',
    hourlyRate: '158.00',
    halfDayRate: '142.00',
    fullDayRate: '126.00',
    translations: {
      ms: {
        name: 'Podcast Audio Premium',
        description:
          'Untuk sehingga empat hos dan tetamu, setiap seorang dengan mikrofon dan fon kepala sendiri, sementara jurutera bunyi menjaga aras suara. Termasuk adunan stereo yang sedia untuk diterbitkan.',
      },
      zh: {
        name: '音频播客高级配套',
        description:
          '最多四位主持与嘉宾，每人一支麦克风、一副耳机，录音师全程把关音量。配套包括可直接发布的立体声混音成品。',
      },
    },
  },
  {
    name: 'Video Podcast Basic',
    description:
      'Two 4K cameras on a lit set, with broadcast-quality sound recorded in sync. You leave with every camera file and a separate track for each voice.',
    icon: 'fas fa-video',
    hourlyRate: '178.00',
    halfDayRate: '160.00',
    fullDayRate: '142.00',
    translations: {
      ms: {
        name: 'Podcast Video Asas',
        description:
          'Dua kamera 4K di set yang sudah siap dipasang lampu, dengan audio bermutu siaran yang dirakam serentak. Anda pulang dengan semua fail kamera dan trek berasingan untuk setiap suara.',
      },
      zh: {
        name: '视频播客基础配套',
        description:
          '两台 4K 摄像机、已布好灯光的场景，画面与广播级音频同步录制。录完带走全部机位的画面，以及每位讲者的独立音轨。',
      },
    },
  },
  {
    name: 'Video Podcast Premium',
    description:
      'Three 4K cameras switched live by an operator, a dressed set, warm key lighting and a teleprompter. You leave with a finished programme cut as well as every camera file.',
    icon: 'fas fa-film',
    hourlyRate: '248.00',
    halfDayRate: '223.00',
    fullDayRate: '198.00',
    weeklyRate: '178.00',
    translations: {
      ms: {
        name: 'Podcast Video Premium',
        description:
          'Tiga kamera 4K dengan pengendali yang menukar sudut kamera secara langsung, set yang dihias rapi, pencahayaan hangat dan teleprompter. Anda pulang dengan video program yang sudah lengkap, berserta semua fail kamera.',
      },
      zh: {
        name: '视频播客高级配套',
        description:
          '三台 4K 摄像机由导播即时切换，配有精心布置的场景、暖调主光和提词器。除了各机位的原始素材，您还会拿到现场切好的完整节目。',
      },
    },
  },
  {
    name: 'Livestream Studio',
    description:
      'Go live on YouTube, Facebook, TikTok or a private event page with three cameras, on-screen graphics and an operator at the desk. A backup recording runs from start to finish.',
    icon: 'fas fa-broadcast-tower',
    hourlyRate: '298.00',
    halfDayRate: '268.00',
    translations: {
      ms: {
        name: 'Studio Siaran Langsung',
        description:
          'Bersiaran langsung di YouTube, Facebook, TikTok atau halaman acara tertutup dengan tiga kamera, grafik skrin dan pengendali di meja kawalan. Rakaman sandaran berjalan dari mula hingga tamat.',
      },
      zh: {
        name: '专业直播配套',
        description:
          '三台摄像机、屏幕图文，由导播坐镇控台，可直播到 YouTube、Facebook、TikTok 或活动专属页面，全程另有备份录制。',
      },
    },
  },
  {
    name: 'Panel & Roundtable',
    description:
      'A round table for up to six people with six microphones and four cameras, run by an engineer and a camera operator. Made for panels, town halls and talk shows.',
    icon: 'fas fa-users',
    hourlyRate: '328.00',
    halfDayRate: '295.00',
    fullDayRate: '262.00',
    translations: {
      ms: {
        name: 'Panel & Meja Bulat',
        description:
          'Meja bulat untuk sehingga enam orang dengan enam mikrofon dan empat kamera, dikendalikan oleh jurutera bunyi dan pengendali kamera. Sesuai untuk forum, sesi dialog dan rancangan bual bicara.',
      },
      zh: {
        name: '座谈与圆桌节目',
        description:
          '可坐六人的圆桌，配备六支麦克风与四台摄像机，由录音师和导播在场操作。适合座谈会、企业对话和谈话节目。',
      },
    },
  },
  {
    name: 'Voice-over & Audiobook',
    description:
      'A large-diaphragm microphone, a silent room and a screen for your script, set up for narration, e-learning and advertising. A slip is re-recorded on the spot, so nothing has to be read twice from the top.',
    icon: 'fas fa-book-open',
    hourlyRate: '120.00',
    halfDayRate: '108.00',
    fullDayRate: '96.00',
    weeklyRate: '84.00',
    translations: {
      ms: {
        name: 'Suara Latar & Buku Audio',
        description:
          'Mikrofon diafragma besar, bilik yang sunyi dan skrin untuk skrip anda, sesuai untuk penceritaan, e-pembelajaran dan iklan. Bahagian yang tersilap dirakam semula di situ juga, tanpa perlu mengulang dari awal.',
      },
      zh: {
        name: '配音与有声书',
        description:
          '大振膜麦克风、安静的录音环境和显示文稿的屏幕，适合旁白、线上课程与广告配音。读错时可从该处直接补录，不必从头再来。',
      },
    },
  },
  {
    name: 'Short-form Content',
    description:
      'A vertical set-up for Reels, TikTok and Shorts: one camera, a soft key light, a lapel microphone and backdrops that change in seconds. Plan on six to ten clips an hour.',
    icon: 'fas fa-mobile-alt',
    hourlyRate: '188.00',
    translations: {
      ms: {
        name: 'Kandungan Video Pendek',
        description:
          'Persediaan menegak untuk Reels, TikTok dan Shorts: satu kamera, cahaya utama yang lembut, mikrofon klip dan latar yang boleh ditukar dalam beberapa saat. Sasarkan enam hingga sepuluh klip sejam.',
      },
      zh: {
        name: '短视频拍摄',
        description:
          '专为 Reels、TikTok 和 Shorts 打造的竖屏拍摄：一台摄像机、柔和主光、领夹麦克风，背景几秒即可更换。一小时大约能拍六到十条短片。',
      },
    },
  },
  {
    name: 'Remote Interview',
    description:
      'You are in the studio, your guest is anywhere in the world. We set up the call, listen to both ends and record each person on a separate track.',
    icon: 'fas fa-globe',
    hourlyRate: '138.00',
    translations: {
      ms: {
        name: 'Temu Bual Jarak Jauh',
        description:
          'Anda di studio, tetamu anda di mana-mana sahaja di dunia. Kami uruskan sambungan, pantau bunyi di kedua-dua pihak dan rakam setiap suara pada trek berasingan.',
      },
      zh: {
        name: '远程访谈',
        description:
          '您在录音室，嘉宾可以在世界任何角落。我们负责连线、监听双方的声音，并为每个人录下独立音轨。',
      },
    },
  },
  {
    name: 'Co-host Support',
    description:
      'An experienced co-host who keeps the conversation moving, asks the follow-up question and watches the clock. In English, Malay or Mandarin; tell us which when you book.',
    icon: 'fas fa-user-friends',
    hourlyRate: '80.00',
    isAddOn: true,
    translations: {
      ms: {
        name: 'Sokongan Hos Bersama',
        description:
          'Hos bersama yang berpengalaman untuk menghidupkan perbualan, bertanya soalan susulan dan menjaga masa. Dalam bahasa Inggeris, Melayu atau Mandarin; maklumkan pilihan anda semasa menempah.',
      },
      zh: {
        name: '搭档主持支援',
        description:
          '由经验丰富的搭档主持带动对谈、适时追问、掌握时间。可选英语、马来语或华语，预订时告诉我们即可。',
      },
    },
  },
  {
    name: 'On-site Technician Support',
    description:
      'A technician stays with you for the whole session and takes care of cables, cameras and anything unexpected, so that you can keep your mind on the conversation.',
    icon: 'fas fa-tools',
    hourlyRate: '120.00',
    isAddOn: true,
    translations: {
      ms: {
        name: 'Sokongan Juruteknik di Studio',
        description:
          'Seorang juruteknik menemani anda sepanjang sesi untuk mengendalikan kabel, kamera dan sebarang masalah, supaya anda boleh menumpukan perhatian pada perbualan.',
      },
      zh: {
        name: '现场技术支援',
        description: '技术员全程在场，负责线材、摄像机及各种突发状况，让您专心对谈。',
      },
    },
  },
]
