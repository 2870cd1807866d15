# docker build --build-arg SITE_URL=https://studio.example --build-arg DATABASE_URL=postgresql://… -t studio .
# The build reads the content of a migrated database (npm run migrate); the image starts on any other as well.
# docker run -p 3000:3000 -v studio-data:/data --env-file .env studio

FROM node:20-slim AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1

FROM base AS build
# prisma/ and scripts/ come first because installing generates the database client from them.
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma ./prisma
COPY scripts ./scripts
RUN npm ci --include=dev
COPY . .
ARG SITE_URL
ARG DATABASE_URL
RUN npm run build

FROM base AS packages
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma ./prisma
COPY scripts ./scripts
RUN npm ci --omit=dev

FROM base
ENV NODE_ENV=production STUDIO_DATA_DIR=/data PORT=3000
COPY --from=packages /app ./
COPY --from=build /app/.next ./.next
COPY --from=build /app/dist ./dist
COPY --from=build /app/public ./public
# What npm run migrate, seed and admin:create are made of.
COPY lib ./lib
COPY messages ./messages
COPY next.config.mjs tsconfig.json ./
COPY --from=build /app/lib/generated ./lib/generated
# The scripts keep their bundles in node_modules/.cache, Next resized pictures in .next/cache.
RUN mkdir -p /data node_modules/.cache .next/cache && chown -R node:node /data node_modules/.cache .next/cache
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that it gets SIGTERM and can finish the requests in flight.
CMD ["node", "scripts/start.mjs"]
