/** Builds the container image with buildah, and runs it without a container runtime. */
import assert from 'node:assert/strict'
import {
  type ChildProcess,
  execFile,
  execFileSync,
  type StdioOptions,
  spawn,
  spawnSync,
} from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listenAnywhere } from '../test/process/listen.ts'

type ImageConfig = { User: string; Env: string[]; Entrypoint: string[]; Cmd: string[]; WorkingDir: string }
export type Image = { root: string; config: ImageConfig; container: string }
export type Settings = Record<string, string>

export type Service = {
  url: string
  setupCode: string | null
  healthyAfterMs: number
  /** Runs a command in the container, as `docker exec` does. Returns its output. */
  exec(command: readonly string[]): Promise<string>
  stop(): Promise<void>
}

const projectDir = fileURLToPath(new URL('../', import.meta.url))

/** Returns why containers cannot be tested here, or null. */
export function findObstacle(): string | null {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah is not installed'
  return process.getuid?.() === 0 ? null : 'it needs root'
}

/** BASE_IMAGE names another base image. */
export function buildImage(): Image {
  const base =
    process.env.BASE_IMAGE === undefined ? [] : ['--build-arg', `NODE_IMAGE=${process.env.BASE_IMAGE}`]
  // Only the Docker format has health checks.
  const options = ['--quiet', '--format', 'docker', '--isolation', 'chroot', '--pull-never', ...base]
  buildah('bud', ...options, '-t', 'ansight-test', '.')
  const container = buildah('from', '--pull-never', 'localhost/ansight-test')
  const inspected = JSON.parse(buildah('inspect', container))
  return { root: buildah('mount', container), config: inspected.Docker.config, container }
}

export const removeContainer = ({ container }: Image): string => buildah('rm', container)

function buildah(...args: string[]): string {
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit']
  const options = { cwd: projectDir, encoding: 'utf8' as const, maxBuffer: 64_000_000, stdio }
  return execFileSync('buildah', ['--storage-driver', 'vfs', ...args], options).trim()
}

/** Runs a command in a new container and returns its output. */
export function runCommand(
  image: Image,
  volume: string,
  settings: Settings,
  command: readonly string[],
): Promise<string> {
  const { Entrypoint } = image.config
  return getOutput('unshare', isolated(image, volume, inside(image, settings, [...Entrypoint, ...command])))
}

/** Does not block the event loop, because the program may use a server of this process. */
async function getOutput(program: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(program, args)).stdout
}

/** Runs the image's own command in a new container, and resolves when its health check succeeds. */
export async function startService(image: Image, volume: string, settings: Settings = {}): Promise<Service> {
  const port = await freePort()
  const env = { ...settings, PORT: `${port}`, LOG_LEVEL: 'warn' }
  const { Entrypoint, Cmd } = image.config
  const startedAt = performance.now()
  const child = spawn('unshare', isolated(image, volume, inside(image, env, [...Entrypoint, ...Cmd])), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const healthCheck = inside(image, env, ['node', 'scripts/healthcheck.mjs'])
  const isHealthy = () =>
    getOutput('chroot', healthCheck).then(
      () => true,
      () => false,
    )
  while (!(await isHealthy())) {
    if (child.exitCode !== null) throw new Error(`The container exited with code ${child.exitCode}`)
    await delay(100)
  }
  const healthyAfterMs = Math.round(performance.now() - startedAt)
  while (!output.includes('Stop with Ctrl-C')) await delay(20)
  const enter = ['--target', `${getFirstProcess(child)}`, '--mount', '--pid', 'chroot']
  return {
    url: `http://127.0.0.1:${port}`,
    setupCode: /setup code: (\S+)/.exec(output)?.[1] ?? null,
    healthyAfterMs,
    exec: (command) => getOutput('nsenter', [...enter, ...inside(image, env, command)]),
    stop: () => stop(child),
  }
}

/** Arguments of `unshare`: mount and process namespaces in which only the volume and /tmp are writable. */
function isolated({ root }: Image, volume: string, command: readonly string[]): string[] {
  const mounts = [
    `mount --rbind ${root} ${root}`,
    `mount --bind ${volume} ${root}/data`,
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount --rbind /dev ${root}/dev`,
    `mount -o remount,bind,ro ${root}`,
    `cd ${root}`,
  ]
  return [
    ...['--mount', '--pid', '--fork', '--kill-child=SIGTERM', '--propagation=private'],
    ...['sh', '-ec', `${mounts.join('; ')}; exec chroot "$@"`, 'sh'],
    ...command,
  ]
}

/** Arguments of `chroot`: runs the command as the image's user, in its environment. */
function inside({ root, config }: Image, settings: Settings, command: readonly string[]): string[] {
  const [uid = '', gid = uid] = config.User.split(':')
  const env = [...config.Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)]
  const start = ['/usr/bin/env', '-i', `--chdir=${config.WorkingDir}`, ...env, ...command]
  return [`--userspec=${uid}:${gid}`, root, ...start]
}

/** Sends SIGTERM to the first process of the container, as container runtimes do. */
async function stop(child: ChildProcess): Promise<void> {
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  process.kill(getFirstProcess(child), 'SIGTERM')
  assert.equal(await exit, 0, 'the container stops with exit code 0')
}

function getFirstProcess(child: ChildProcess): number {
  const [first] = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).split('\n')
  return Number(first)
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenAnywhere(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
