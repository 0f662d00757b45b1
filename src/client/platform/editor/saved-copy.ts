import { AppError } from '#shared/kernel/errors.ts'

/** `saved`: at the server · `waiting`: on its way there · `failed`: only on this page · `conflict`: others changed it. */
export type Saving = 'saved' | 'waiting' | 'failed' | 'conflict'

/** After this pause what was changed is sent. */
const pauseMs = 1000
const retryMs = 5000

const isConflict = (error: unknown): boolean => error instanceof AppError && error.messageId === 'form.edit-conflict'

type Save<T> = (revision: number, content: T) => Promise<number>

/** The working copy of something at the server, kept up with what is typed here: one change after the other, none over another's. */
export class SavedCopy<T extends object> {
  readonly #save: Save<T>
  readonly #tell: (saving: Saving) => void
  #revision: number
  #unsaved: T | undefined
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isInConflict = false

  constructor(revision: number, save: Save<T>, tell: (saving: Saving) => void) {
    this.#revision = revision
    this.#save = save
    this.#tell = tell
  }

  get revision(): number {
    return this.#revision
  }

  change(content: T): void {
    this.#unsaved = content
    if (this.#isInConflict) return
    this.#tell('waiting')
    this.#later(pauseMs)
  }

  /** Somebody has seen what the others wrote, and wants this copy in its place: from `revision` on it is saved again. */
  insist(revision: number, content: T): Promise<boolean> {
    this.#isInConflict = false
    this.#revision = revision
    this.#unsaved = content
    return this.saveNow()
  }

  /** Resolves once everything is saved or cannot be: true when the server has all that was written here. */
  async saveNow(): Promise<boolean> {
    clearTimeout(this.#timer)
    // Several may wait for the same save; the first of them sends what is left, and the others wait for that too.
    while (this.#running) await this.#running
    if (!this.#unsaved || this.#isInConflict) return this.isSaved
    this.#running = this.#send().finally(() => (this.#running = undefined))
    await this.#running
    // What was typed while it was under way.
    if (this.#unsaved && this.#timer === undefined) this.#later(pauseMs)
    return this.isSaved
  }

  /** The server has all that was written here. */
  get isSaved(): boolean {
    return !this.#unsaved && !this.#isInConflict
  }

  /**
   * Does something with the copy at the server (counts its effect, publishes it) once all that was written here is in it, and
   * nothing at all otherwise: else an earlier copy would be published, and the last changes be gone.
   */
  async whenSaved<T>(deed: (revision: number) => Promise<T>): Promise<T | undefined> {
    if (!(await this.saveNow())) return undefined
    try {
      return await deed(this.#revision)
    } catch (error) {
      if (!isConflict(error)) throw error
      this.#isInConflict = true
      this.#tell('conflict')
      return undefined
    }
  }

  /** It was thrown away on purpose: nothing of it is sent any more. */
  drop(): void {
    this.#unsaved = undefined
    this.stop()
  }

  /** The page is left: nothing more is tried from here. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.saveNow(), ms)
  }

  async #send(): Promise<void> {
    const content = this.#unsaved
    if (!content) return
    this.#timer = undefined
    this.#tell('waiting')
    try {
      this.#revision = await this.#save(this.#revision, content)
      if (this.#unsaved === content) {
        this.#unsaved = undefined
        this.#tell('saved')
      }
    } catch (error) {
      this.#isInConflict = isConflict(error)
      this.#tell(this.#isInConflict ? 'conflict' : 'failed')
      if (!this.#isInConflict) this.#later(retryMs)
    }
  }
}
