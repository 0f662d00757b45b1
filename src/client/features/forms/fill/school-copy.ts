import { ask } from '#client/platform/http.ts'
import { storedCopy, withChange } from '#local/forms/bring-copy.ts'
import type { Draft } from '#local/forms/drafts.ts'
import { machineClock } from '#local/kernel/machine.ts'
import { isSameContent, withFilesOf } from '#shared/forms/draft-copies.rules.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { keepMyDraft, openMyDraft } from '#shared/forms/my-draft.contract.ts'
import { AppError, isTransient, type MessageId } from '#shared/kernel/errors.ts'
import { Instant, type Language } from '#shared/kernel/fields.ts'
import type { LocalDraft } from './local-draft.ts'

/**
 * How a draft stands under the account of who is signed in, or by its link. `elsewhere`: another device has changed it
 * meanwhile, and a person has to choose. `waiting`: it is not there yet, for want of a network; it is on this device all the
 * same. A message: the copy is not taken, and why.
 */
export type Copying = 'none' | 'copying' | 'copied' | 'elsewhere' | 'waiting' | MessageId

/** Where the copy is kept. Each change says which one it follows: `revision` of the draft. */
export interface CopyPlace {
  read(draft: Draft): Promise<{ answers: Answers; revision: number }>
  keep(draft: Draft): Promise<number>
  /** After this pause in typing it is sent: often enough to go on elsewhere, seldom enough for a phone. */
  pauseMs: number
  /** And not sooner after the last time. */
  restMs: number
}

const retryMs = 20_000

/** Keeps a draft at the school too, beside the device's own. Each copy says which change it has seen last. */
export class SchoolCopy {
  readonly #draft: LocalDraft
  readonly #place: CopyPlace
  readonly #tell: (copying: Copying) => void
  #told: Copying = 'none'
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSending = false
  #isChosen = true
  /** What the copy says, as far as this page knows: opening a form changes nothing. */
  #copied: Answers | undefined
  /** The draft that `#copied` is of: somebody may begin afresh. */
  #draftId: string | undefined
  /** What was sent last: its answer may have been lost, and the change that is found there be this one. */
  #sent: Answers | undefined
  #sentAtMs = Number.NEGATIVE_INFINITY

  constructor(draft: LocalDraft, place: CopyPlace, tell: (copying: Copying) => void) {
    this.#draft = draft
    this.#place = place
    this.#tell = (copying) => {
      this.#told = copying
      tell(copying)
    }
  }

  /** Whether another device was here since this one has seen the draft. */
  async look(): Promise<void> {
    const { id, revision = 0 } = this.#draft.current
    const there = await this.#place.read(this.#draft.current)
    const isOurs = [this.#sent, this.#draft.current.answers].some((each) => each && isSameContent(each, there.answers))
    this.#isChosen = there.revision === revision || isOurs
    this.#copied = there.answers
    this.#draftId = id
    if (this.#isChosen && there.revision > 0) this.#seen(id, there.revision, there.answers)
    if (there.revision > 0) this.#tell(this.#isChosen ? 'copied' : 'elsewhere')
  }

  /** The copy is at this change, and says this. */
  #seen(id: string, revision: number, copied: Answers): void {
    this.#draft.compareBy(withChange)
    this.#draft.note(id, (now) => storedCopy.with(now, revision, isSameContent(now.answers, copied)))
  }

  changed(): void {
    clearTimeout(this.#timer)
    const { pauseMs, restMs } = this.#place
    const waitMs = Math.max(pauseMs, this.#sentAtMs + restMs - machineClock.monotonicMs())
    if (!this.#isChosen) return
    this.#timer = setTimeout(() => void this.copyNow(), waitMs)
    // "Kept" is said of what stands here, not of what stood here before.
    const isBehind = this.#copied && !isSameContent(this.#draft.current.answers, this.#copied)
    if (this.#told === 'copied' && isBehind) this.#tell('copying')
  }

  async copyNow(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isSending || !this.#isChosen) return
    this.#isSending = true
    try {
      await this.#copy()
    } catch (error) {
      await this.#refused(error)
    }
    this.#isSending = false
  }

  async #copy(): Promise<void> {
    if (this.#draftId !== this.#draft.id) {
      this.#draftId = this.#draft.id
      this.#copied = undefined
      this.#sent = undefined
    }
    if (this.#copied === undefined && this.#draft.current.revision !== undefined) await this.look()
    const draft = this.#draft.current
    const { id, answers } = draft
    if (!this.#isChosen || (this.#copied && isSameContent(answers, this.#copied))) return
    this.#tell('copying')
    this.#sent = answers
    this.#sentAtMs = machineClock.monotonicMs()
    const revision = await this.#place.keep(draft)
    this.#copied = answers
    this.#seen(id, revision, answers)
    this.#tell('copied')
    if (this.#draft.current.answers !== answers) this.changed()
  }

  async #refused(error: unknown): Promise<void> {
    const messageId = error instanceof AppError ? error.messageId : 'L000'
    if (messageId === 'form.changed-elsewhere') return this.#settle()
    if (isTransient(messageId)) {
      this.#tell('waiting')
      this.#timer = setTimeout(() => void this.copyNow(), retryMs)
    } else {
      // Handed in elsewhere, too old, too many: trying again would not help, and a person should know.
      this.#isChosen = false
      this.#tell(messageId)
    }
  }

  /** Another change is there. It may be this device's own, whose answer was lost. */
  async #settle(): Promise<void> {
    try {
      await this.look()
    } catch {
      this.#isChosen = true
      this.#copied = undefined
      this.#tell('waiting')
    }
    if (this.#isChosen) this.#timer = setTimeout(() => void this.copyNow(), retryMs)
  }

  /** What is here takes the place of what was written on the other device. @throws AppError */
  async keepThis(): Promise<void> {
    const { id } = this.#draft.current
    const there = await this.#place.read(this.#draft.current)
    this.#seen(id, there.revision, there.answers)
    this.#copied = there.answers
    this.#isChosen = true
    this.#tell('copied')
    await this.copyNow()
  }

  /** What was written on the other device takes the place of what is here, but for the files chosen here. @throws AppError */
  async takeOther(): Promise<Answers> {
    const here = this.#draft.current
    const there = await this.#place.read(here)
    const answers = withFilesOf(here.answers, there.answers)
    await this.#draft.takeUp({ ...here, answers, revision: there.revision, isAhead: false })
    this.#copied = there.answers
    this.#isChosen = true
    this.#tell('copied')
    return answers
  }

  /** The page goes: what is not copied yet is copied at once. */
  stop(): void {
    if (this.#timer !== undefined) void this.copyNow()
  }
}

/** Under the account of who is signed in. */
export const underAccount = (language: () => Language): CopyPlace => ({
  pauseMs: 4_000,
  restMs: 0,
  read: ({ id }) => fetchMine(id),
  keep: async ({ id, slug, version, startedAt, answers, revision: seen = 0 }) => {
    const kept = { id, slug, version, startedAt: Instant.parse(startedAt), answers: { ...answers } }
    return (await ask(keepMyDraft, { ...kept, language: language(), seen })).revision
  },
})

/** What the account has of this draft. @throws AppError form.link-over when it has none */
export async function fetchMine(id: string) {
  const { draft } = await ask(openMyDraft, { id })
  return { ...draft, answers: draft.answers as Answers }
}
