# Builds the image of Ansight. See docs/docker.md.
#   docker build -t ansight .
#   docker buildx build --platform linux/amd64,linux/arm64 -t registry.example.com/ansight --push .
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
# Packages run no scripts: prepare-release creates what the scripts of the PostgreSQL package would.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/prepare-release.ts /app

FROM ${NODE_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ansight" \
      org.opencontainers.image.description="Shows how a brand appears in the answers of AI engines" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# tini reaps the processes of a PostgreSQL server that was killed.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends tini \
 && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/* \
 && install --directory --owner=1000 --group=1000 --mode=0700 /data
# PDFs of reports need Chromium, which is not included: docs/reports.md has the lines that add it.
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/app/.runtime/compile-cache
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/healthcheck.mjs"]
ENTRYPOINT ["/usr/bin/tini", "--", "node", "scripts/ansight.mjs"]
CMD ["start"]
