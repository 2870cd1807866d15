import type { TranslatedLocale } from '@/lib/i18n/routing'
import tunes from './tunes.json' with { type: 'json' }

type Words = { title: string; description: string; duration: string }

type PortfolioSeed = Words & {
  type: 'podcast' | 'video' | 'livestream'
  /** A clip of the scene that represents the work (tools/art/clips.mjs). */
  videoUrl?: string
  soundUrl?: string
  soundPeaks?: string
  featured?: boolean
  translations: Partial<Record<TranslatedLocale, Words>>
}

/** A podcast's sound: a few bars computed by tools/art/tunes.ts. */
const tune = (name: keyof typeof tunes) => ({
  soundUrl: `/pictures/${name}.mp3`,
  soundPeaks: tunes[name],
})

/** Samples of each kind of work, in the order visitors see them. The owner adds pictures. */
export const PORTFOLIO: PortfolioSeed[] = [
  {
    title: 'Lorong Lama',
    description:
      'Shopkeepers of old Kuala Lumpur on the lanes they grew up in, told in Malay with street sound recorded on location.',
    type: 'podcast',
    ...tune('lorong-lama'),
    duration: '48 min',
    featured: true,
    translations: {
      ms: {
        title: 'Lorong Lama',
        description:
          'Pekedai Kuala Lumpur lama bercerita tentang lorong tempat mereka membesar, dalam bahasa Melayu, dengan bunyi jalanan yang dirakam di lokasi.',
        duration: '48 min',
      },
      zh: {
        title: 'Lorong Lama 老巷',
        description:
          '吉隆坡旧城区的老店主，讲述他们从小长大的街巷。全程马来语对谈，街头环境声实地收录。',
        duration: '48 分钟',
      },
    },
  },
  {
    title: 'Half a Bucket 半桶水',
    description:
      'Two engineers admit, in Mandarin and a good deal of English, what they still do not understand about their own field.',
    type: 'podcast',
    ...tune('half-a-bucket'),
    duration: '41 min',
    featured: true,
    translations: {
      ms: {
        title: 'Half a Bucket 半桶水',
        description:
          'Dua jurutera mengaku, dalam bahasa Mandarin bercampur Inggeris, perkara yang mereka masih belum faham dalam bidang sendiri.',
        duration: '41 min',
      },
      zh: {
        title: '半桶水',
        description: '两位工程师用华语夹着不少英语，坦白自己在本行里至今还没弄懂的事。',
        duration: '41 分钟',
      },
    },
  },
  {
    title: 'The Second Year',
    description:
      'Founders talk about what happens after the launch party: the first refund, the first resignation, the first quiet month.',
    type: 'podcast',
    ...tune('the-second-year'),
    duration: '52 min',
    translations: {
      ms: {
        title: 'Tahun Kedua',
        description:
          'Pengasas syarikat bercerita tentang apa yang berlaku selepas majlis pelancaran: bayaran balik pertama, peletakan jawatan pertama, bulan sunyi pertama.',
        duration: '52 min',
      },
      zh: {
        title: '创业第二年',
        description: '创办人聊开业庆典之后的日子：第一次退款、第一封辞职信、第一个没有生意的月份。',
        duration: '52 分钟',
      },
    },
  },
  {
    title: 'Ward Rounds',
    description:
      'Junior doctors compare notes at the end of a night shift. Four microphones, one take, almost no editing.',
    type: 'podcast',
    ...tune('ward-rounds'),
    duration: '36 min',
    translations: {
      ms: {
        title: 'Rondaan Wad',
        description:
          'Doktor muda bertukar cerita selepas habis syif malam. Empat mikrofon, sekali rakam, hampir tanpa suntingan.',
        duration: '36 min',
      },
      zh: {
        title: '查房之后',
        description: '年轻医生下夜班后坐下来交换见闻。四支麦克风，一次录完，几乎没有剪辑。',
        duration: '36 分钟',
      },
    },
  },
  {
    title: 'Table for Four',
    description:
      'Three cooks and a critic share one dish per episode. Three cameras switched live, warm light and a very loud wok.',
    type: 'video',
    videoUrl: '/pictures/video-1.mp4',
    duration: '58 min',
    featured: true,
    translations: {
      ms: {
        title: 'Meja Untuk Empat',
        description:
          'Tiga tukang masak dan seorang pengkritik berkongsi satu hidangan setiap episod. Tiga kamera ditukar secara langsung, cahaya hangat dan kuali yang sangat bising.',
        duration: '58 min',
      },
      zh: {
        title: '四人一桌',
        description:
          '三位厨师和一位食评人，每集只吃一道菜。三机位现场切换，灯光温暖，炒锅声特别响。',
        duration: '58 分钟',
      },
    },
  },
  {
    title: 'Gaji Pertama',
    description:
      'A money show for people on their first salary, filmed wide enough that every answer also works as a vertical clip.',
    type: 'video',
    videoUrl: '/pictures/video-2.mp4',
    duration: '44 min',
    translations: {
      ms: {
        title: 'Gaji Pertama',
        description:
          'Rancangan kewangan untuk mereka yang baru bergaji, dirakam cukup lebar supaya setiap jawapan boleh terus dijadikan klip menegak.',
        duration: '44 min',
      },
      zh: {
        title: '第一份薪水',
        description: '给职场新人的理财节目。画面特意拍宽，每段回答都能直接裁成竖屏短片。',
        duration: '44 分钟',
      },
    },
  },
  {
    title: 'Line by Line',
    description:
      'Malaysian authors read one page of their own book to the camera, then take it apart sentence by sentence.',
    type: 'video',
    videoUrl: '/pictures/camera.mp4',
    duration: '27 min',
    translations: {
      ms: {
        title: 'Sebaris Demi Sebaris',
        description:
          'Penulis Malaysia membaca satu halaman daripada buku sendiri di depan kamera, kemudian mengupasnya ayat demi ayat.',
        duration: '27 min',
      },
      zh: {
        title: '逐行细读',
        description: '马来西亚作家对着镜头朗读自己书中的一页，再一句一句拆开来讲。',
        duration: '27 分钟',
      },
    },
  },
  {
    title: 'Accounts Without Tears',
    description:
      'A bookkeeping course for small businesses: twelve lessons read from the teleprompter and recorded in a single full day.',
    type: 'video',
    videoUrl: '/pictures/lights.mp4',
    duration: '12 × 15 min',
    featured: true,
    translations: {
      ms: {
        title: 'Akaun Tanpa Air Mata',
        description:
          'Kursus simpan kira untuk perniagaan kecil: dua belas pelajaran dibaca daripada teleprompter dan dirakam dalam satu hari penuh.',
        duration: '12 × 15 min',
      },
      zh: {
        title: '轻松学记账',
        description: '给小商家的簿记课程：十二堂课照着提词器讲，一整天全部录完。',
        duration: '12 × 15 分钟',
      },
    },
  },
  {
    title: 'Budget Night, Explained',
    description:
      'Six economists react to the Budget speech as it is read, with graphics on screen and questions from the audience.',
    type: 'livestream',
    videoUrl: '/pictures/livestream-1.mp4',
    duration: '2 h 30 min',
    featured: true,
    translations: {
      ms: {
        title: 'Malam Belanjawan, Satu Per Satu',
        description:
          'Enam ahli ekonomi mengulas ucapan Belanjawan ketika ia dibacakan, dengan grafik di skrin dan soalan daripada penonton.',
        duration: '2 jam 30 min',
      },
      zh: {
        title: '预算案之夜：边听边讲',
        description: '预算案宣读的同时，六位经济学者当场点评，屏幕配上图表，并回答观众提问。',
        duration: '2 小时 30 分钟',
      },
    },
  },
  {
    title: 'Merdeka Eve, Unplugged',
    description:
      'Four acoustic acts play the studio on the eve of National Day, streamed to two platforms with a full multitrack recording.',
    type: 'livestream',
    videoUrl: '/pictures/livestream-2.mp4',
    duration: '1 h 40 min',
    translations: {
      ms: {
        title: 'Malam Merdeka, Akustik',
        description:
          'Empat kumpulan akustik beraksi di studio pada malam sebelum Hari Kebangsaan, disiarkan ke dua platform dengan rakaman berbilang trek yang lengkap.',
        duration: '1 jam 40 min',
      },
      zh: {
        title: '国庆前夕不插电',
        description:
          '国庆日前夕，四组原声乐队在录音室现场演出，同步直播到两个平台，并保留完整的多轨录音。',
        duration: '1 小时 40 分钟',
      },
    },
  },
  {
    title: 'One Meeting, Two Languages',
    description:
      'A members’ meeting streamed in English and Mandarin at once, with an interpreter at the desk and votes shown on screen.',
    type: 'livestream',
    videoUrl: '/pictures/mixing-desk.mp4',
    duration: '1 h 15 min',
    translations: {
      ms: {
        title: 'Satu Mesyuarat, Dua Bahasa',
        description:
          'Mesyuarat ahli disiarkan serentak dalam bahasa Inggeris dan Mandarin, dengan jurubahasa di meja kawalan dan undian dipaparkan di skrin.',
        duration: '1 jam 15 min',
      },
      zh: {
        title: '一场会议，两种语言',
        description: '会员大会同时以英语和华语直播，口译员坐镇控台，投票结果即时上屏。',
        duration: '1 小时 15 分钟',
      },
    },
  },
  {
    title: 'Nine to Nine for Charity',
    description:
      'Twelve hours on air without a break: thirty guests, one host with a great deal of coffee, and a running total in the corner.',
    type: 'livestream',
    videoUrl: '/pictures/panel-table.mp4',
    duration: '12 h',
    translations: {
      ms: {
        title: 'Sembilan ke Sembilan untuk Amal',
        description:
          'Dua belas jam ke udara tanpa henti: tiga puluh tetamu, seorang hos dengan kopi yang tidak putus-putus, dan jumlah kutipan di sudut skrin.',
        duration: '12 jam',
      },
      zh: {
        title: '早九晚九慈善直播',
        description:
          '连续直播十二小时不停歇：三十位嘉宾、一位靠咖啡撑着的主持人，画面一角即时更新筹款总额。',
        duration: '12 小时',
      },
    },
  },
]
