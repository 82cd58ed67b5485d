# Build stage: the compiler and the development dependencies do not get into the image.
FROM node:24-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc binding.gyp ./
COPY scripts ./scripts
COPY native ./native
RUN npm ci
COPY tsconfig.json ./
COPY assets ./assets
COPY src ./src
COPY console ./console
COPY workers ./workers
COPY test ./test
COPY benchmarks ./benchmarks
RUN npm run build && npm prune --omit=dev --ignore-scripts && rm -rf dist/test dist/benchmarks dist/src dist/workers
# Compiled code, for starts that do not compile. The server runs as `node`, and may read it but not write it.
RUN install -d -o node dist/code-cache \
  && su node -s /bin/sh -c 'node scripts/fill-code-cache.mjs' \
  && chmod -R a+rX dist/code-cache

FROM node:24-bookworm-slim
# Screen repos are fetched by git, from ssh addresses with the help of ssh.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build/Release/stipple.node ./build/Release/stipple.node
COPY --from=build /app/dist ./dist
# For the operator's config, screens and fonts; see docs/operations.md.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "dist/bundle/src/cli/main.js", "health"]
ENTRYPOINT ["node", "dist/bundle/src/cli/main.js"]
CMD ["serve"]
