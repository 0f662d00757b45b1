import { ensureForms, startForms } from '#client/platform/offline/forms.ts'
import type { Draft } from '#local/forms/drafts.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'

/** `none`: nothing typed yet · `keeping`: on its way to the disk · `kept`: on this device · `failed`: it is not. */
export type Keeping = 'none' | 'keeping' | 'kept' | 'failed'

/** After this pause in typing what is there is written down; well within the second that is promised. */
const pauseMs = 300

/** What could not be written down is tried again after this: a part of the code may have come by then. */
const retryMs = 3000

function emptyDraft({ slug, version }: PublishedForm): Draft {
  const nowMs = machineClock.nowMs()
  return { id: uuidv7(nowMs, machineRandom), slug, version, startedAt: toInstant(nowMs), answers: {} }
}

type WithChange = (draft: Draft, answers: Answers) => Draft

/** The draft of an open form, kept on this device with every change of its answers. */
export class LocalDraft {
  readonly #published: PublishedForm
  readonly #tell: (keeping: Keeping) => void
  #draft: Draft
  #isDirty = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #withChange: WithChange = (draft, answers) => ({ ...draft, answers })

  constructor(published: PublishedForm, tell: (keeping: Keeping) => void) {
    this.#published = published
    this.#tell = tell
    this.#draft = emptyDraft(published)
  }

  get id(): string {
    return this.#draft.id
  }

  get current(): Draft {
    return this.#draft
  }

  /** Whether anything was typed, now or on an earlier visit. */
  get isBegun(): boolean {
    return Object.keys(this.#draft.answers).length > 0
  }

  /** Notes on the draft, and with it on the device, how it stands to a copy of it elsewhere; no other draft is touched. */
  note(id: string, update: (draft: Draft) => Draft): void {
    if (id !== this.#draft.id) return
    this.#draft = update(this.#draft)
    this.#isDirty = true
    void this.keepNow()
  }

  /** From here on a change is held against the copies that the draft has elsewhere (local/forms/bring-copy.ts). */
  compareBy(withChange: WithChange): void {
    this.#withChange = withChange
  }

  /** Another device's answers take the place of these. Resolves when they are on this device. @throws StorageFull */
  async takeUp(draft: Draft): Promise<void> {
    clearTimeout(this.#timer)
    this.#isDirty = false
    this.#draft = { ...draft, version: this.#published.version }
    const { forms } = await startForms()
    await forms.drafts.keep(this.#draft)
    this.#tell('kept')
  }

  /** What was typed here on an earlier visit; nothing when there is none, or when somebody has begun to type meanwhile. */
  async find(): Promise<Answers | undefined> {
    if (!(await ensureForms())) return undefined
    const { forms } = await startForms()
    const earlier = await forms.drafts.latest(this.#published.slug)
    // Only a draft that is elsewhere too needs the code that compares.
    if (earlier?.revision !== undefined || earlier?.link)
      this.compareBy((await import('#local/forms/bring-copy.ts')).withChange)
    if (!earlier || this.#isDirty) return undefined
    this.#draft = { ...earlier, version: this.#published.version }
    this.#tell('kept')
    return earlier.answers
  }

  change(answers: Answers): void {
    this.#isDirty = true
    // What another version asked and this one does not stays in the draft: nobody can say that it will not be asked again.
    this.#draft = this.#withChange(this.#draft, { ...this.#draft.answers, ...answers })
    this.#tell('keeping')
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.keepNow(), pauseMs)
  }

  /** Number of the page that was open last; -1 where none was turned. */
  pageIn(pages: readonly { key: string }[]): number {
    return pages.findIndex(({ key }) => key === this.#draft.page)
  }

  /** Notes which page is open, for the next visit; of a form in which nothing was typed nothing is kept. */
  turnTo(page: string): void {
    if (this.isBegun) this.note(this.id, (draft) => ({ ...draft, page }))
  }

  /** Resolves when what was typed last is on this device, or cannot be. */
  async keepNow(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#isDirty) return
    try {
      const { forms } = await startForms()
      await forms.drafts.keep(this.#draft)
      this.#tell('kept')
    } catch {
      this.#tell('failed')
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.keepNow(), retryMs)
    }
  }

  /** Throws the draft away, with its files, and begins an empty one. */
  async beginAfresh(): Promise<void> {
    const { id } = this.#draft
    clearTimeout(this.#timer)
    this.#isDirty = false
    this.#draft = emptyDraft(this.#published)
    this.#tell('none')
    const { forms } = await startForms()
    await forms.drafts.drop(id)
  }
}
