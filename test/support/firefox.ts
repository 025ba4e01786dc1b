import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

const firefoxPath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)

/** True if there is no Firefox, so that tests with one are skipped. */
export const hasNoFirefox = !firefoxPath
export const firefoxNote = firefoxPath
  ? ''
  : ' (skipped: there is no Firefox here; apt-get install firefox-esr)'

/** Nothing but what a test opens is requested. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
}

interface Answer {
  id?: number
  result?: unknown
  message?: string
}

/** One tab of the Firefox of the system, driven by WebDriver BiDi: Playwright drives only a Firefox of its own. */
export class Firefox {
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #socket: WebSocket
  readonly #waiting = new Map<
    number,
    { resolve: (answer: Answer) => void; reject: (reason: Error) => void }
  >()
  #context = ''
  #sent = 0

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process
    this.#profile = profile
    this.#socket = socket
    socket.on('message', (data) => {
      const answer = JSON.parse(data.toString()) as Answer
      this.#waiting.get(answer.id ?? 0)?.resolve(answer)
    })
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has ended.'))
    })
  }

  static async start(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'quire-firefox-'))
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    )
    writeFileSync(join(profile, 'user.js'), lines.join(''))
    const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
    const started = spawn(firefoxPath ?? 'firefox-esr', args, {
      env: { ...process.env, HOME: profile },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let address = ''
    for await (const line of createInterface({ input: started.stderr })) {
      address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1] ?? ''
      if (address) break
    }
    // What it writes later is not read, and must not fill the pipe.
    started.stderr.resume()
    const socket = new WebSocket(`${address}/session`, { perMessageDeflate: false })
    await once(socket, 'open')
    const firefox = new Firefox(started, profile, socket)
    await firefox.#send('session.new', { capabilities: {} })
    const { contexts } = await firefox.#send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      {},
    )
    firefox.#context = contexts[0]?.context ?? ''
    return firefox
  }

  async #send<Result>(method: string, params: object): Promise<Result> {
    this.#sent += 1
    const id = this.#sent
    const answered = new Promise<Answer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#socket.send(JSON.stringify({ id, method, params }))
    const { result, message } = await answered.finally(() => this.#waiting.delete(id))
    if (result === undefined) throw new Error(`${method}: ${message}`)
    return result as Result
  }

  setSize(width: number, height: number): Promise<unknown> {
    return this.#send('browsingContext.setViewport', { context: this.#context, viewport: { width, height } })
  }

  /** Opens an address, and waits for the load event. */
  goto(url: string): Promise<unknown> {
    return this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  /** The value of an expression, as JSON. */
  async evaluate<Result>(expression: string): Promise<Result> {
    const { result } = await this.#send<{ result: { value?: string } }>('script.evaluate', {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context: this.#context },
      awaitPromise: true,
    })
    return JSON.parse(result.value ?? 'null') as Result
  }

  /** A picture of the whole page, as PNG. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send<{ data: string }>('browsingContext.captureScreenshot', {
      context: this.#context,
      origin: 'document',
    })
    return Buffer.from(data, 'base64')
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit')
    await this.#send('browser.close', {}).catch(() => this.#process.kill('SIGKILL'))
    this.#socket.close()
    await ended
    rmSync(this.#profile, { recursive: true, force: true })
  }
}
