type PortfolioSeed = {
  title: string
  description: string
  type: 'podcast' | 'video' | 'livestream'
  duration: string
  featured?: boolean
}

/** Samples of each kind of work, in the order visitors see them. Pictures and links are the owner's to add. */
export const PORTFOLIO: PortfolioSeed[] = [
  {
    title: 'Lorong Lama',
    description: 'Shopkeepers of old Kuala Lumpur on the lanes they grew up in, told in Malay with street sound recorded on location.',
    type: 'podcast',
    duration: '48 min',
    featured: true,
  },
  {
    title: 'Half a Bucket 半桶水',
    description: 'Two engineers admit, in Mandarin and a good deal of English, what they still do not understand about their own field.',
    type: 'podcast',
    duration: '41 min',
    featured: true,
  },
  {
    title: 'The Second Year',
    description: 'Founders talk about what happens after the launch party: the first refund, the first resignation, the first quiet month.',
    type: 'podcast',
    duration: '52 min',
  },
  {
    title: 'Ward Rounds',
    description: 'Junior doctors compare notes at the end of a night shift. Four microphones, one take, almost no editing.',
    type: 'podcast',
    duration: '36 min',
  },
  {
    title: 'Table for Four',
    description: 'Three cooks and a critic share one dish per episode. Three cameras switched live, warm light and a very loud wok.',
    type: 'video',
    duration: '58 min',
    featured: true,
  },
  {
    title: 'Gaji Pertama',
    description: 'A money show for people on their first salary, filmed wide enough that every answer also works as a vertical clip.',
    type: 'video',
    duration: '44 min',
  },
  {
    title: 'Line by Line',
    description: 'Malaysian authors read one page of their own book to the camera, then take it apart sentence by sentence.',
    type: 'video',
    duration: '27 min',
  },
  {
    title: 'Accounts Without Tears',
    description: 'A bookkeeping course for small businesses: twelve lessons read from the teleprompter and recorded in a single full day.',
    type: 'video',
    duration: '12 × 15 min',
    featured: true,
  },
  {
    title: 'Budget Night, Explained',
    description: 'Six economists react to the Budget speech as it is read, with graphics on screen and questions from the audience.',
    type: 'livestream',
    duration: '2 h 30 min',
    featured: true,
  },
  {
    title: 'Merdeka Eve, Unplugged',
    description: 'Four acoustic acts play the studio on the eve of National Day, streamed to two platforms with a full multitrack recording.',
    type: 'livestream',
    duration: '1 h 40 min',
  },
  {
    title: 'One Meeting, Two Languages',
    description: 'A members’ meeting streamed in English and Mandarin at once, with an interpreter at the desk and votes shown on screen.',
    type: 'livestream',
    duration: '1 h 15 min',
  },
  {
    title: 'Nine to Nine for Charity',
    description: 'Twelve hours on air without a break: thirty guests, one host with a great deal of coffee, and a running total in the corner.',
    type: 'livestream',
    duration: '12 h',
  },
]
