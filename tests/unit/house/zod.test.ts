import { calledIn } from '@/scripts/zod.mjs'

test('the browser gets what the schemas call, and no types', () => {
  const schema = `import * as z from 'zod/mini'
    export const shape = z.object({ day: z.iso.date(), file: z.custom<File>((it) => it instanceof File), at: z._default(z.enum(DAYS), 'mon') })
    export const strict = z
      .strictObject({})
    export type Shape = z.output<typeof shape>
    const check = (it: z.ZodMiniType<string>) => it
    const fields = ({ issues }: z.core.$ZodError) => issues`
  expect(calledIn(schema)).toEqual(['object', 'iso', 'custom', '_default', 'enum', 'strictObject'])
  expect(calledIn("import * as z from 'zod'\nz.string()")).toEqual([])
})
