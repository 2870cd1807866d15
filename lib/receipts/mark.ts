/** The bars of public/mark.svg, the same on paper and on the page of a receipt. */
export const MARK = {
  size: 36,
  bars: [
    { x: 3, y: 15.5, width: 3.6, height: 5 },
    { x: 9, y: 12, width: 3.6, height: 12 },
    { x: 15, y: 3, width: 3.6, height: 30 },
    { x: 21, y: 12, width: 3.6, height: 12 },
    { x: 27, y: 15.5, width: 3.6, height: 5 },
  ],
} as const
