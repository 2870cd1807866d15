import { defineConfig } from 'prisma/config'

// The CLI reads this only for `prisma generate` and, where a network allows its engine, `prisma
// migrate deploy`.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
