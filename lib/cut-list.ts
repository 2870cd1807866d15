/** The first of a list, and how many more there are. */
export type CutList<Row> = { rows: Row[]; more: number }

/** At most so many; they are counted only where the list is cut. */
export async function cutList<Row>(
  most: number,
  find: (take: number) => Promise<Row[]>,
  count: () => Promise<number>,
): Promise<CutList<Row>> {
  const rows = await find(most)
  return { rows, more: rows.length < most ? 0 : Math.max(0, (await count()) - rows.length) }
}

export const mapped = <Row, Shown>(
  { rows, more }: CutList<Row>,
  shown: (row: Row) => Shown,
): CutList<Shown> => ({ rows: rows.map((row) => shown(row)), more })
