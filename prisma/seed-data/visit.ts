import type { VisitSetting } from '@/lib/settings/visit'

/**
 * The demo's information for visitors. They are examples: the console lists them as not set up
 * until none of them is left.
 */
export const EXAMPLE_VISIT: VisitSetting = {
  train:
    'MRT Kajang Line or KL Monorail to Bukit Bintang; both stations are a five-minute walk away.',
  dropOff: 'Set “Menara Bintang, main lobby” as your drop-off for Grab.',
  lobby: 'Show your MyKad or passport at the lobby counter and say that you are coming to us.',
  parkingRate: 'RM5 for the first hour, RM3 for each further hour.',
  heightLimit: '2.1 m',
  surau: 'There is a surau on level 2 of the building, with separate rooms for men and women.',
  fridayPrayers:
    'Friday prayers are from 12:45 to 14:30. Tell us when you book if your session should pause; the break does not extend it.',
  ramadan:
    'In Ramadan we do not eat or drink in front of guests who fast, and a session can pause at iftar.',
  translations: {
    ms: {
      train:
        'MRT Laluan Kajang atau KL Monorel ke Bukit Bintang; kedua-dua stesen lima minit berjalan kaki.',
      dropOff: 'Untuk Grab, pilih “Menara Bintang, lobi utama” sebagai tempat turun.',
      lobby: 'Tunjukkan MyKad atau pasport di kaunter lobi dan maklumkan anda ke studio kami.',
      parkingRate: 'RM5 untuk jam pertama, RM3 untuk setiap jam berikutnya.',
      surau: 'Surau terletak di aras 2 bangunan, dengan ruang berasingan untuk lelaki dan wanita.',
      fridayPrayers:
        'Solat Jumaat dari pukul 12:45 hingga 14:30. Maklumkan semasa menempah jika sesi anda perlu berhenti seketika; waktu rehat itu tidak melanjutkan sesi.',
      ramadan:
        'Pada bulan Ramadan kami tidak makan atau minum di hadapan tetamu yang berpuasa, dan sesi boleh berhenti seketika untuk berbuka.',
    },
    zh: {
      train: '搭捷运加影线或吉隆坡单轨火车到武吉免登站，两站步行约五分钟。',
      dropOff: '搭 Grab 时，下车点请设为“Menara Bintang, main lobby”。',
      lobby: '请在大堂柜台出示身份证或护照，并说明来访我们录音室。',
      parkingRate: '首小时 RM5，之后每小时 RM3。',
      surau: '大厦 2 楼设有祈祷室（surau），男女分开。',
      fridayPrayers:
        '周五祈祷时间为 12:45 至 14:30。如需暂停录制，请在预订时告知；暂停不延长时段。',
      ramadan: '斋戒月期间，我们不在守斋的来宾面前饮食；录制可在开斋时暂停。',
    },
  },
}
