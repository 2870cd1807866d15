/**
 * Everything a payer reads, in the site's three languages. English is word for word what Stripe's
 * own script says.
 */
export type Language = 'en' | 'ms' | 'zh'

export type Flaw =
  | 'incomplete_number'
  | 'invalid_number'
  | 'incomplete_expiry'
  | 'invalid_expiry_month_past'
  | 'invalid_expiry_year_past'
  | 'invalid_expiry_year'
  | 'incomplete_cvc'
  | 'incomplete_bank'

export interface Texts {
  sign: string
  /** The button of the test wallet. */
  wallet: string
  /** The label of the row of tabs. */
  methods: string
  card: string
  fpx: string
  grabpay: string
  bank: string
  chooseBank: string
  /** Shown before the payer is redirected. */
  redirected: string
  number: string
  expiry: string
  expiryHint: string
  cvc: string
  cvcHint: string
  connection: string
  flaws: Record<Flaw, string>
  /** By decline code or code. */
  refusals: Record<string, string>
  dialog: string
  close: string
  /** The page of the bank or wallet. */
  page: Record<
    | 'bankTitle'
    | 'bankIntro'
    | 'fpxTitle'
    | 'fpxIntro'
    | 'grabpayTitle'
    | 'grabpayIntro'
    | 'bank'
    | 'wallet'
    | 'authorize'
    | 'refuse'
    | 'merchant'
    | 'amount'
    | 'card'
    | 'complete'
    | 'fail'
    | 'over'
    | 'answered'
    | 'back'
    | 'sign',
    string
  >
}

const en: Texts = {
  sign: 'Test payment — no money moves',
  wallet: 'Test wallet — no money moves',
  methods: 'Payment methods',
  card: 'Card',
  fpx: 'FPX',
  grabpay: 'GrabPay',
  bank: 'FPX bank',
  chooseBank: 'Select bank',
  redirected: 'After submission, you will be redirected to securely complete next steps.',
  number: 'Card number',
  expiry: 'Expiration date',
  expiryHint: 'MM / YY',
  cvc: 'Security code',
  cvcHint: 'CVC',
  connection: "We couldn't reach the payment service. Check your connection and try again.",
  flaws: {
    incomplete_number: 'Your card number is incomplete.',
    invalid_number: 'Your card number is invalid.',
    incomplete_expiry: "Your card's expiration date is incomplete.",
    invalid_expiry_month_past: "Your card's expiration date is in the past.",
    invalid_expiry_year_past: "Your card's expiration year is in the past.",
    invalid_expiry_year: "Your card's expiration year is invalid.",
    incomplete_cvc: "Your card's security code is incomplete.",
    incomplete_bank: 'Please select your bank.',
  },
  // The server's own words are English already; only what Stripe's script words differently stands
  // here.
  refusals: {
    payment_intent_authentication_failure:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  dialog: '3-D Secure authentication',
  close: 'Close',
  page: {
    sign: 'Test payment — no money moves',
    bankTitle: 'Confirm this payment',
    bankIntro:
      'Your bank would ask you to approve this card payment. Here you decide how it answers.',
    fpxTitle: 'Approve this transfer',
    fpxIntro:
      'Your bank would ask you to sign in and approve this transfer. Here you decide how it answers.',
    grabpayTitle: 'Approve this payment',
    grabpayIntro: 'GrabPay would ask you to approve this payment. Here you decide how it answers.',
    bank: 'Bank',
    wallet: 'Wallet',
    authorize: 'Authorize test payment',
    refuse: 'Fail test payment',
    merchant: 'Merchant',
    amount: 'Amount',
    card: 'Card',
    complete: 'Complete',
    fail: 'Fail',
    over: 'This payment no longer waits for an answer.',
    answered: 'Your answer was recorded.',
    back: 'Back to the shop',
  },
}

const ms: Texts = {
  sign: 'Pembayaran ujian: tiada wang sebenar terlibat',
  wallet: 'E-dompet ujian: tiada wang sebenar',
  methods: 'Kaedah pembayaran',
  card: 'Kad',
  fpx: 'FPX',
  grabpay: 'GrabPay',
  bank: 'Bank FPX',
  chooseBank: 'Pilih bank',
  redirected:
    'Selepas dihantar, anda akan dibawa ke halaman lain untuk menyelesaikan pembayaran dengan selamat.',
  number: 'Nombor kad',
  expiry: 'Tarikh luput',
  expiryHint: 'BB / TT',
  cvc: 'Kod keselamatan',
  cvcHint: 'CVC',
  connection:
    'Kami tidak dapat menghubungi perkhidmatan pembayaran. Semak sambungan anda dan cuba lagi.',
  flaws: {
    incomplete_number: 'Nombor kad anda tidak lengkap.',
    invalid_number: 'Nombor kad anda tidak sah.',
    incomplete_expiry: 'Tarikh luput kad anda tidak lengkap.',
    invalid_expiry_month_past: 'Tarikh luput kad anda telah berlalu.',
    invalid_expiry_year_past: 'Tahun luput kad anda telah berlalu.',
    invalid_expiry_year: 'Tahun luput kad anda tidak sah.',
    incomplete_cvc: 'Kod keselamatan kad anda tidak lengkap.',
    incomplete_bank: 'Sila pilih bank anda.',
  },
  refusals: {
    card_declined: 'Kad anda telah ditolak.',
    insufficient_funds: 'Baki kad anda tidak mencukupi.',
    card_velocity_exceeded: 'Kad anda ditolak kerana terlalu banyak percubaan atau melebihi had.',
    test_mode_live_card: 'Kad anda ditolak. Hanya kad ujian diterima di sini.',
    authentication_required: 'Kad anda ditolak. Transaksi ini memerlukan pengesahan.',
    expired_card: 'Kad anda telah tamat tempoh.',
    incorrect_cvc: 'Kod keselamatan kad anda salah.',
    invalid_cvc: 'Kod keselamatan kad anda tidak sah.',
    incorrect_number: 'Nombor kad anda salah.',
    processing_error: 'Ralat berlaku semasa memproses kad anda. Sila cuba sebentar lagi.',
    payment_intent_authentication_failure:
      'Kami tidak dapat mengesahkan kaedah pembayaran anda. Sila pilih kaedah pembayaran lain dan cuba lagi.',
  },
  dialog: 'Pengesahan 3-D Secure',
  close: 'Tutup',
  page: {
    sign: 'Pembayaran ujian: tiada wang sebenar terlibat',
    bankTitle: 'Sahkan pembayaran ini',
    bankIntro:
      'Bank anda akan meminta anda meluluskan bayaran kad ini. Di sini anda tentukan jawapannya.',
    fpxTitle: 'Luluskan pindahan ini',
    fpxIntro:
      'Bank anda akan meminta anda log masuk dan meluluskan pindahan ini. Di sini anda tentukan jawapannya.',
    grabpayTitle: 'Luluskan pembayaran ini',
    grabpayIntro:
      'GrabPay akan meminta anda meluluskan pembayaran ini. Di sini anda tentukan jawapannya.',
    bank: 'Bank',
    wallet: 'E-dompet',
    authorize: 'Luluskan bayaran',
    refuse: 'Tolak bayaran',
    merchant: 'Peniaga',
    amount: 'Jumlah',
    card: 'Kad',
    complete: 'Lengkapkan',
    fail: 'Gagalkan',
    over: 'Pembayaran ini tidak lagi menunggu jawapan.',
    answered: 'Jawapan anda telah direkodkan.',
    back: 'Kembali ke kedai',
  },
}

const zh: Texts = {
  sign: '测试付款，不会实际扣款',
  wallet: '测试钱包，不会实际扣款',
  methods: '付款方式',
  card: '银行卡',
  fpx: 'FPX',
  grabpay: 'GrabPay',
  bank: 'FPX 银行',
  chooseBank: '选择银行',
  redirected: '提交后，您将前往另一页面安全地完成付款。',
  number: '卡号',
  expiry: '有效期',
  expiryHint: '月 / 年',
  cvc: '安全码',
  cvcHint: 'CVC',
  connection: '无法连接支付服务。请检查网络后重试。',
  flaws: {
    incomplete_number: '您的卡号不完整。',
    invalid_number: '您的卡号无效。',
    incomplete_expiry: '您的卡片有效期不完整。',
    invalid_expiry_month_past: '您的卡片已过有效期。',
    invalid_expiry_year_past: '您的卡片有效年份已过。',
    invalid_expiry_year: '您的卡片有效年份无效。',
    incomplete_cvc: '您的卡片安全码不完整。',
    incomplete_bank: '请选择您的银行。',
  },
  refusals: {
    card_declined: '您的银行卡被拒绝。',
    insufficient_funds: '您的银行卡余额不足。',
    card_velocity_exceeded: '您的银行卡因尝试过于频繁或超出限额而被拒绝。',
    test_mode_live_card: '您的银行卡被拒绝。此处仅接受测试卡。',
    authentication_required: '您的银行卡被拒绝。此交易需要验证。',
    expired_card: '您的银行卡已过期。',
    incorrect_cvc: '您的卡片安全码不正确。',
    invalid_cvc: '您的卡片安全码无效。',
    incorrect_number: '您的卡号不正确。',
    processing_error: '处理您的银行卡时发生错误。请稍后重试。',
    payment_intent_authentication_failure: '我们无法验证您的付款方式。请选择其他付款方式后重试。',
  },
  dialog: '3-D Secure 验证',
  close: '关闭',
  page: {
    sign: '测试付款，不会实际扣款',
    bankTitle: '确认此次付款',
    bankIntro: '您的银行会请您批准这笔付款。在这里由您决定银行的答复。',
    fpxTitle: '批准此次转账',
    fpxIntro: '您的银行会请您登录并批准这笔转账。在这里由您决定银行的答复。',
    grabpayTitle: '批准此次付款',
    grabpayIntro: 'GrabPay 会请您批准这笔付款。在这里由您决定它的答复。',
    bank: '银行',
    wallet: '电子钱包',
    authorize: '批准测试付款',
    refuse: '拒绝测试付款',
    merchant: '商户',
    amount: '金额',
    card: '银行卡',
    complete: '完成',
    fail: '拒绝',
    over: '此付款已不再等待答复。',
    answered: '您的答复已记录。',
    back: '返回商店',
  },
}

export const TEXTS: Record<Language, Texts> = { en, ms, zh }

/** `auto`, absent and unknown locales follow the browser; whatever is left is English. */
export function languageFor(locale: string | undefined): Language {
  const wanted = !locale || locale === 'auto' ? navigator.language : locale
  const primary = wanted.toLowerCase().split('-', 1)[0]
  return primary === 'ms' || primary === 'zh' ? primary : 'en'
}
