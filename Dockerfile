# docker build -t quire .
# The image runs one node. It needs DATABASE_URL and SECRET_KEY; see docs/operations.md.
FROM node:20-bookworm-slim AS build
WORKDIR /opt/quire
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json prisma.config.ts schema.graphql ./
COPY prisma prisma
COPY src src
RUN npm run build
# Packages that are part of the build, or that only builds and tests need, stay behind; so do forms of fonts that neither
# pages nor PDFs use, source maps of packages, and type declarations.
RUN node src/tools/build/prune-packages.mjs \
  && rm -rf node_modules/fastify/test node_modules/bintrees/test \
    node_modules/@opentelemetry/*/build/esm node_modules/@opentelemetry/*/build/esnext \
  && find node_modules/@fontsource-variable -path '*/files/*' -not -name '*-wght-normal.woff2' -delete \
  && find node_modules/@fontsource -path '*/files/*' -not -regex '.*-\(400\|700\)-\(normal\|italic\)\.woff' \
    -not -regex '.*/ibm-plex-mono-latin\(-ext\)?-\(400\|600\)-normal\.woff2' -delete \
  && find node_modules -type f -regex '.*\.\(map\|d\.[cm]?ts\)' -delete

FROM debian:bookworm-slim
# Node without npm, and git without its Perl programs, documentation and translations.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN apt-get update -q \
  && apt-get install -q -y --no-install-recommends git ca-certificates tini libstdc++6 \
  && rm -rf /var/lib/apt/lists/* /usr/share/doc /usr/share/man /usr/share/locale /usr/share/perl /usr/lib/*/perl \
  && useradd --uid 1000 --create-home node
WORKDIR /opt/quire
COPY --from=build --chown=root:root /opt/quire ./
COPY README.md ./
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
