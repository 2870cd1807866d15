# The build reads the content of a migrated database; the image starts on any other as well. The
# database's address is a secret of the build: an argument would stay in the image's history.
#
#   docker build --build-arg SITE_URL=https://studio.example --build-arg STUDIO_COMMIT=$(git rev-parse HEAD) \
#     --secret id=database_url,env=DATABASE_URL -t studio .
#   docker run --rm --env-file .env studio node dist/migrate.mjs
#   docker run -p 3000:3000 -v studio-data:/data --env-file .env studio
#
# docs/operations.md says how to pin the base image to a digest and what the image holds.

ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1

FROM base AS packages
# Installing generates the database client: from prisma/, by scripts/generate.mjs.
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma ./prisma
COPY scripts/generate.mjs ./scripts/
RUN npm ci --omit=dev

# Enough to migrate a database before the first build: npm run migrate.
FROM packages AS sources
COPY . .

FROM sources AS build
ARG SITE_URL
# The checkout's commit, which the context lacks: $(git rev-parse HEAD).
ARG STUDIO_COMMIT
RUN --mount=type=secret,id=database_url,required=true \
  DATABASE_URL="$(cat /run/secrets/database_url)" npm run build \
  && npm run sbom \
  && rm -rf .next/cache

FROM base
ENV NODE_ENV=production STUDIO_DATA_DIR=/data PORT=3000
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/.next ./.next
COPY --from=build /app/dist ./dist
COPY package.json next.config.mjs ./
COPY lib/i18n/languages.json ./lib/i18n/
COPY public ./public
# What dist/migrate.mjs and dist/seed.mjs read.
COPY prisma ./prisma
COPY scripts/start.mjs scripts/env.mjs scripts/memory.mjs scripts/node-version.mjs scripts/picture-process.mjs ./scripts/
RUN mkdir -p /data .next/cache && chown -R node:node /data .next/cache
USER node
VOLUME /data
EXPOSE 3000
# Whether the process answers: what starts containers anew must not take the kept pages away because
# the database is.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health?live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As npm start, but the shell becomes Node, so that it gets SIGTERM and can finish the requests in
# flight.
CMD ["sh", "-c", "exec env $(node scripts/memory.mjs) scripts/start.mjs"]
