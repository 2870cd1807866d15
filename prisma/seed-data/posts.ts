import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { toInstant } from '@/lib/time'

type Words = { title: string; excerpt: string; tags: string }

type PostSeed = Words & {
  /** Also the name of the text in posts/, posts/ms/ and posts/zh/. */
  slug: string
  category: 'podcast-tips' | 'content-creation' | 'studio-news' | 'industry-insights'
  published: string
  featured?: boolean
  translations: { ms: Words; zh: Words }
}

const POSTS: PostSeed[] = [
  {
    slug: 'microphone-technique-that-fixes-most-audio',
    title: 'Microphone technique that fixes most audio',
    excerpt:
      'Distance, angle and level cost nothing to put right. The habits we teach in the first ten minutes of a session.',
    category: 'podcast-tips',
    tags: 'microphones, voice, recording',
    published: '2026-03-10',
    translations: {
      ms: {
        title: 'Teknik mikrofon yang membaiki hampir semua rakaman',
        excerpt:
          'Jarak, sudut dan aras suara tidak memerlukan belanja. Inilah tabiat yang kami ajar dalam sepuluh minit pertama sesi.',
        tags: 'mikrofon, suara, rakaman',
      },
      zh: {
        title: '用对麦克风，大部分音质问题都能解决',
        excerpt: '距离、角度和音量，调好都不花钱。这些是我们每次录音头十分钟就教的习惯。',
        tags: '麦克风, 声音, 录音',
      },
    },
  },
  {
    slug: 'lighting-a-video-podcast',
    title: 'Lighting a video podcast',
    excerpt:
      'One large light, a gentle fill and a shutter that suits 50 Hz mains: how to make faces look their best on camera.',
    category: 'content-creation',
    tags: 'lighting, video, cameras',
    published: '2026-04-14',
    translations: {
      ms: {
        title: 'Pencahayaan untuk podcast video',
        excerpt:
          'Satu lampu besar, cahaya isian yang lembut dan pengatup yang sesuai dengan elektrik 50 Hz: cara wajah kelihatan elok di kamera.',
        tags: 'pencahayaan, video, kamera',
      },
      zh: {
        title: '视频播客怎么打灯',
        excerpt: '一盏大灯、一点柔和的补光，再配合 50 Hz 市电的快门：让镜头前的脸好看起来。',
        tags: '灯光, 视频, 摄像机',
      },
    },
  },
  {
    slug: 'recording-guests-who-are-somewhere-else',
    title: 'Recording guests who are somewhere else',
    excerpt:
      'A guest in Kuching or London can sound as close as the person across the table, if nobody relies on the call for the sound.',
    category: 'podcast-tips',
    tags: 'remote recording, guests, interviews',
    published: '2026-05-19',
    translations: {
      ms: {
        title: 'Merakam tetamu yang berada di tempat lain',
        excerpt:
          'Tetamu di Kuching atau London boleh kedengaran seperti duduk semeja, asalkan bunyinya tidak diambil daripada panggilan itu.',
        tags: 'rakaman jarak jauh, tetamu, temu bual',
      },
      zh: {
        title: '嘉宾不在现场，声音一样近',
        excerpt: '嘉宾在古晋也好、伦敦也好，只要不靠通话录音，听起来就像坐在桌子对面。',
        tags: '远程录音, 嘉宾, 访谈',
      },
    },
  },
  {
    slug: 'our-livestream-checklist',
    title: 'Our livestream checklist, now yours',
    excerpt:
      'The printed sheet behind every stream from our desk, from two days before until the recordings are safe.',
    category: 'studio-news',
    tags: 'livestream, checklist, production',
    published: '2026-06-23',
    translations: {
      ms: {
        title: 'Senarai semak siaran langsung kami, kini milik anda',
        excerpt:
          'Helaian bercetak di sebalik setiap siaran dari meja kawalan kami, dari dua hari sebelumnya hingga rakaman selamat disimpan.',
        tags: 'siaran langsung, senarai semak, produksi',
      },
      zh: {
        title: '我们的直播检查清单，送给你',
        excerpt: '每一场直播背后的那张打印清单：从开播前两天，一直到录像安全存好。',
        tags: '直播, 检查清单, 制作',
      },
    },
  },
  {
    slug: 'bilingual-shows-that-keep-everyone-listening',
    title: 'Bilingual shows that keep everyone listening',
    excerpt:
      'Malaysians change language in mid-sentence. Three formats that make it a strength, and one that never works.',
    category: 'industry-insights',
    tags: 'languages, audience, subtitles',
    published: '2026-07-28',
    translations: {
      ms: {
        title: 'Rancangan dwibahasa yang memikat semua pendengar',
        excerpt:
          'Orang Malaysia menukar bahasa di tengah ayat. Tiga format yang menjadikannya kekuatan, dan satu yang tidak pernah menjadi.',
        tags: 'bahasa, pendengar, sari kata',
      },
      zh: {
        title: '双语节目，怎样让人听得下去',
        excerpt: '马来西亚人说话常常一句两语。三种能把它变成优势的做法，还有一种从来行不通。',
        tags: '语言, 听众, 字幕',
      },
    },
  },
  {
    slug: 'one-recording-ten-clips',
    title: 'One recording, ten clips',
    excerpt:
      'Clips made as an afterthought eat a working day per episode. Planned for, they take an hour. How we plan for them.',
    category: 'content-creation',
    tags: 'clips, social media, editing',
    published: '2026-09-08',
    translations: {
      ms: {
        title: 'Satu rakaman, sepuluh klip',
        excerpt:
          'Klip yang difikirkan kemudian memakan sehari kerja bagi setiap episod. Kalau dirancang awal, cukup sejam. Begini cara kami merancangnya.',
        tags: 'klip, media sosial, suntingan',
      },
      zh: {
        title: '录一次，剪十条',
        excerpt: '录完才想到要剪短片，每集得花一整天；事先规划好，一小时就够。我们是这样规划的。',
        tags: '短片, 社交媒体, 剪辑',
      },
    },
  },
  {
    slug: 'what-a-podcast-season-really-costs',
    title: 'What a podcast season really costs',
    excerpt:
      'Studio time, editing, and the line that nobody puts in the sheet: the arithmetic we go through with new clients.',
    category: 'industry-insights',
    tags: 'budget, planning, rates',
    published: '2026-10-13',
    translations: {
      ms: {
        title: 'Kos sebenar satu musim podcast',
        excerpt:
          'Masa studio, suntingan, dan satu perkara yang tiada siapa masukkan dalam bajet: kiraan yang kami buat bersama pelanggan baharu.',
        tags: 'bajet, perancangan, kadar',
      },
      zh: {
        title: '做一季播客，到底要花多少钱',
        excerpt: '录音时数、剪辑，还有那一项没人写进预算表的开销：我们和新客户一起算的账。',
        tags: '预算, 规划, 收费',
      },
    },
  },
  {
    slug: 'planning-your-first-episode-in-kuala-lumpur',
    title: 'Planning your first episode in Kuala Lumpur',
    excerpt:
      'The first episode is usually recorded twice. A plan for your outline, your guest and the traffic, so that once is enough.',
    category: 'podcast-tips',
    tags: 'first episode, planning, Kuala Lumpur',
    published: '2026-11-10',
    featured: true,
    translations: {
      ms: {
        title: 'Merancang episod pertama anda di Kuala Lumpur',
        excerpt:
          'Episod pertama selalunya dirakam dua kali. Rancangan untuk rangka, tetamu dan trafik, supaya sekali sudah cukup.',
        tags: 'episod pertama, perancangan, Kuala Lumpur',
      },
      zh: {
        title: '在吉隆坡录第一集，该怎么准备',
        excerpt: '第一集通常要录两遍。从大纲、嘉宾到路况都安排好，一遍就够。',
        tags: '第一集, 筹备, 吉隆坡',
      },
    },
  },
]

const FOLDER = resolve('prisma/seed-data/posts')
const textOf = (slug: string, language = '') =>
  readFileSync(resolve(FOLDER, language, `${slug}.md`), 'utf8').trim()

/**
 * The blog's first posts as rows, oldest first, published at nine in the morning; their Markdown is
 * in posts/.
 */
export const blogPosts = () =>
  POSTS.map(({ published, translations: { ms, zh }, ...post }) => ({
    ...post,
    content: textOf(post.slug),
    author: 'Studio Team',
    publishedAt: toInstant(published, '09:00'),
    translations: {
      ms: { ...ms, content: textOf(post.slug, 'ms') },
      zh: { ...zh, content: textOf(post.slug, 'zh') },
    },
  }))
