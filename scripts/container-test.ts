/**
 * `npm run test:container` builds the container image with buildah, runs it with a read-only root file system and a
 * volume, and checks the health, a sign-up, a run with simulated engines and a restart. Needs root and buildah; prints a
 * line and exits with code 0 without them. BASE_IMAGE names another base image.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

type ImageConfig = { User: string; Env: string[]; Entrypoint: string[]; Cmd: string[]; WorkingDir: string }
type Image = { root: string; config: ImageConfig; container: string }
type Container = { url: string; setupCode: string | null; healthyAfterMs: number; stop(): Promise<void> }

const root = fileURLToPath(new URL('../', import.meta.url))
const reason = missing()
if (reason === null) await testContainer()
else process.stdout.write(`Container test skipped: ${reason}.\n`)

function missing(): string | null {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah is not installed'
  return process.getuid?.() === 0 ? null : 'it needs root'
}

async function testContainer(): Promise<void> {
  const image = buildImage()
  const volume = mkdtempSync(join(tmpdir(), 'ansight-volume-'))
  chownSync(volume, 1000, 1000)
  try {
    const first = await runContainer(image, volume)
    const session = await signUp(first)
    const brandId = await createBrand(first.url, session)
    const answers = await track(first.url, session, brandId)
    await first.stop()
    const second = await runContainer(image, volume)
    assert.equal(second.setupCode, null, 'the owner is kept across a restart')
    assert.equal(await countAnswers(second.url, session, brandId), answers)
    await second.stop()
    report({
      'image size': `${Math.round(sizeOf(image.root) / 1e6)} MB, of which Ansight ${Math.round(sizeOf(join(image.root, 'app')) / 1e6)} MB`,
      'first start to healthy': `${first.healthyAfterMs} ms`,
      'later start to healthy': `${second.healthyAfterMs} ms`,
      'answers of the run': String(answers),
    })
  } finally {
    rmSync(volume, { recursive: true, force: true })
    buildah('rm', image.container)
  }
}

function buildah(...args: string[]): string {
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit']
  const options = { cwd: root, encoding: 'utf8' as const, maxBuffer: 64_000_000, stdio }
  return execFileSync('buildah', ['--storage-driver', 'vfs', ...args], options).trim()
}

function buildImage(): Image {
  const base =
    process.env.BASE_IMAGE === undefined ? [] : ['--build-arg', `NODE_IMAGE=${process.env.BASE_IMAGE}`]
  // Only the Docker format has health checks.
  const options = ['--quiet', '--format', 'docker', '--isolation', 'chroot', '--pull-never', ...base]
  buildah('bud', ...options, '-t', 'ansight-test', '.')
  const container = buildah('from', '--pull-never', 'localhost/ansight-test')
  const inspected = JSON.parse(buildah('inspect', container))
  return { root: buildah('mount', container), config: inspected.Docker.config, container }
}

/** Runs the image's command as its user, in its own mount and process namespaces, with only the volume and /tmp writable. */
async function runContainer({ root: image, config }: Image, volume: string): Promise<Container> {
  const port = await freePort()
  const [uid = '', gid = uid] = config.User.split(':')
  const mounts = [
    `mount --rbind ${image} ${image}`,
    `mount --bind ${volume} ${image}/data`,
    `mount -t proc proc ${image}/proc`,
    `mount -t tmpfs tmpfs ${image}/tmp`,
    `mount --rbind /dev ${image}/dev`,
    `mount -o remount,bind,ro ${image}`,
    `cd ${image}`,
  ]
  const env = [...config.Env, `PORT=${port}`, 'LOG_LEVEL=warn']
  const inside = (command: readonly string[]) => [
    `--userspec=${uid}:${gid}`,
    image,
    ...['/usr/bin/env', '-i', `--chdir=${config.WorkingDir}`, ...env, ...command],
  ]
  const startedAt = performance.now()
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child=SIGTERM', '--propagation=private'],
      ...['sh', '-ec', `${mounts.join('; ')}; exec chroot "$@"`, 'sh'],
      ...inside([...config.Entrypoint, ...config.Cmd]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const healthCheck = () => spawnSync('chroot', inside(['node', 'scripts/healthcheck.mjs'])).status === 0
  while (!healthCheck()) {
    if (child.exitCode !== null) throw new Error(`The container exited with code ${child.exitCode}`)
    await delay(100)
  }
  const healthyAfterMs = Math.round(performance.now() - startedAt)
  while (!output.includes('Stop with Ctrl-C')) await delay(20)
  return {
    url: `http://127.0.0.1:${port}`,
    setupCode: /setup code: (\S+)/.exec(output)?.[1] ?? null,
    healthyAfterMs,
    stop: () => stop(child),
  }
}

/** Sends SIGTERM to the first process of the container, as container runtimes do. */
async function stop(child: ChildProcess): Promise<void> {
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [first = ''] = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  process.kill(Number(first), 'SIGTERM')
  assert.equal(await exit, 0, 'the container stops with exit code 0')
}

type Session = Map<string, string>

async function signUp({ url, setupCode }: Container): Promise<Session> {
  const session: Session = new Map()
  await call(url, session, 'POST /api/auth/sign-up/email', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
    setup_code: setupCode,
  })
  return session
}

async function createBrand(url: string, session: Session): Promise<string> {
  const brand = await call(url, session, 'POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  await call(
    url,
    session,
    `POST /api/prompts/import?brand_id=${brand.id}`,
    'What are the best running shoes?',
  )
  return String(brand.id)
}

/** Starts a run on a simulated platform and returns the number of answers. */
async function track(url: string, session: Session, brandId: string): Promise<number> {
  const { jobId } = await call(url, session, 'POST /api/tracking/check', { brandId, platforms: ['chatgpt'] })
  for (;;) {
    const { status, failedReason } = await call(url, session, `GET /api/tracking/job/${jobId}`)
    assert.notEqual(status, 'failed', String(failedReason))
    if (status === 'completed') return countAnswers(url, session, brandId)
    await delay(100)
  }
}

async function countAnswers(url: string, session: Session, brandId: string): Promise<number> {
  const { total } = await call(url, session, `GET /api/answers?brand_id=${brandId}`)
  assert.ok(Number(total) > 0, 'the run stored answers')
  return Number(total)
}

async function call(
  url: string,
  session: Session,
  address: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const [method = '', path = ''] = address.split(' ')
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      cookie: [...session].map((pair) => pair.join('=')).join('; '),
      'x-xsrf-token': session.get('XSRF-TOKEN') ?? '',
      ...(body !== undefined && {
        'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    session.set(name, value)
  }
  const text = await response.text()
  assert.ok(response.ok, `${address} returned ${response.status}: ${text}`)
  return JSON.parse(text)
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function sizeOf(folder: string): number {
  return 1024 * Number(execFileSync('du', ['-sxk', folder], { encoding: 'utf8' }).split('\t')[0])
}

function report(rows: Record<string, string>): void {
  for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(24)} ${value}\n`)
}
