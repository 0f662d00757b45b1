import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test'
import { type Watch, watch } from '#tests/support/checks/csp.ts'
import { filesHolding } from '#tests/support/checks/find-bytes.ts'
import { launchOptions, launchShell } from '#tests/support/chromium.ts'
import { scanOn } from './scanner.ts'

/** Where the profiles lie of tablets on which somebody has looked at a school's gate and no more, if the run has any. */
export const visitedProfiles = 'BAWABA_VISITED_PROFILES'

/** Where a tablet believes the server to be: the same for all, so that one may have what another has fetched. */
const shownPort = 3999
const tenInch = { width: 1280, height: 800 }

/**
 * A tablet with a disk of its own: its browser can be closed, killed and started again, with and without a network, and
 * finds what it had.
 */
export class Tablet {
  readonly #origin: string
  readonly #profile: string
  readonly #launch: LaunchOptions
  #context: BrowserContext | undefined
  #page: Page | undefined
  /** What its pages did wrong, over all starts. */
  readonly wrong: Watch = { violations: [], errors: [] }

  private constructor(origin: string, profile: string, launch: LaunchOptions) {
    this.#origin = origin
    this.#profile = profile
    this.#launch = launch
  }

  /** A new tablet, switched on, in the network, with nothing on it; `launch` is said at each start of its browser. */
  static async unpack(origin: string, launch: LaunchOptions = {}): Promise<Tablet> {
    const own = await mkdtemp(join(tmpdir(), 'bawaba-tablet-'))
    const tablet = new Tablet(origin, own, { ...launchOptions(), ...launch })
    await tablet.switchOn()
    return tablet
  }

  /**
   * A tablet on which somebody has only looked at the gate: its browser has kept the app, which costs more than most of what
   * a test does with it. New where the run has no such profile.
   */
  static async unpackVisited(address: string): Promise<Tablet> {
    const { hostname, host } = new URL(address)
    const origin = `http://${hostname}:${shownPort}`
    const { args = [], ...launch } = launchShell([`--host-resolver-rules=MAP ${hostname}:${shownPort} ${host}`])
    const own = await mkdtemp(join(tmpdir(), 'bawaba-tablet-'))
    const profile = join(process.env[visitedProfiles] ?? '', hostname)
    if (process.env[visitedProfiles] !== undefined) await cp(profile, own, { recursive: true })
    const tablet = new Tablet(origin, own, { ...launch, args })
    await tablet.switchOn()
    return tablet
  }

  get page(): Page {
    if (!this.#page) throw new Error('the tablet is switched off')
    return this.#page
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the tablet is switched off')
    return this.#context
  }

  /** Starts the browser on the profile as it was left. */
  async switchOn({ offline = false } = {}): Promise<void> {
    const context = await chromium.launchPersistentContext(this.#profile, {
      ...this.#launch,
      baseURL: this.#origin,
      viewport: tenInch,
      hasTouch: true,
      locale: 'en-GB',
      timezoneId: 'Asia/Qatar',
      offline,
    })
    this.#context = context
    const seen = await watch(context)
    this.wrong.violations = seen.violations = [...this.wrong.violations]
    this.wrong.errors = seen.errors = [...this.wrong.errors]
    this.#page = context.pages()[0] ?? (await context.newPage())
    await this.#allowStorage()
  }

  /**
   * What an installed app is granted, and a headless browser otherwise refuses. It lasts as long as the session. Background
   * sync is left out: a worker that the browser wakes at its start is not reached by the cut, and would send what a test
   * wants to see unsent.
   */
  async #allowStorage(): Promise<void> {
    const session = await this.context.newCDPSession(this.page)
    const permissions = ['durableStorage', 'wakeLockScreen'] as const
    await session.send('Browser.grantPermissions', { origin: this.#origin, permissions: [...permissions] })
  }

  /** Closes the browser as a person does. */
  async switchOff(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
    this.#page = undefined
  }

  /** Leaves a copy of the switched-off tablet's browser under the name of its school's host, for `unpackVisited`. */
  leaveProfileIn(folder: string): Promise<void> {
    return cp(this.#profile, join(folder, new URL(this.#origin).hostname), { recursive: true })
  }

  /** The battery is out: every process of this browser dies at once, with nothing flushed by anybody. */
  async pullTheBattery(): Promise<void> {
    const { context } = this
    const gone = new Promise<void>((resolve) => context.once('close', () => resolve()))
    for (const pid of this.#processes()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It went with its parent.
      }
    }
    await gone
    this.#context = undefined
    this.#page = undefined
  }

  /** Only what carries this very profile in its command line, the browser's own process first. */
  #processes(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        const path = `/proc/${pid}/cmdline`
        try {
          return existsSync(path) && readFileSync(path, 'latin1').includes(`--user-data-dir=${this.#profile}`)
        } catch {
          return false
        }
      })
      .map(Number)
  }

  /**
   * A scanner that works as a keyboard: all keys and Enter at its own pace, whatever the page is doing meanwhile. Typing by
   * Playwright waits for the page after each key, which a busy page stretches to a person's pace.
   */
  async scan(code: string, page = this.page): Promise<void> {
    await scanOn(page, code)
  }

  /** F24: what the switched-off tablet has in its databases is overwritten, as by a dying disk. */
  async spoilDatabases(): Promise<void> {
    const folder = join(this.#profile, 'Default', 'IndexedDB')
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    if (files.length === 0) throw new Error('this tablet has no databases')
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name)
      await writeFile(path, randomBytes((await stat(path)).size))
    }
  }

  /** Which files of the switched-off tablet hold one of these. */
  filesHolding = (needles: readonly (Uint8Array | string)[]): string[] => filesHolding(this.#profile, needles)

  cutTheNetwork = (): Promise<void> => this.context.setOffline(true)
  reconnect = (): Promise<void> => this.context.setOffline(false)

  async throwAway(): Promise<void> {
    await this.switchOff()
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
