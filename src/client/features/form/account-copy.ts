import { ask } from '#client/platform/http.ts'
import { Instant } from '#shared/contract/fields.ts'
import type { FormDefinition } from '#shared/contract/form-definition.ts'
import { keepMyDraft, openMyDraft } from '#shared/contract/my-draft.ts'
import type { Language } from '#shared/contract/school.ts'
import { AppError, errorCatalogue, type MessageId } from '#shared/kernel/errors.ts'
import { type Answers, filesIn } from '#shared/rules/form-answers.rules.ts'
import { withFilesOf } from '#shared/rules/form-files.rules.ts'
import { valuesFrom } from './form-values.ts'
import type { KeptDraft } from './kept-draft.ts'

/**
 * How a draft stands under the account of who is signed in. `elsewhere`: another device has changed it meanwhile, and a
 * person has to choose. `waiting`: it is not there yet, for want of a network; it is on this device all the same. A message:
 * the account does not take it, and why.
 */
export type Copying = 'none' | 'copying' | 'copied' | 'elsewhere' | 'waiting' | MessageId

/** After this pause in typing the account gets its copy: often enough to go on elsewhere, seldom enough for a phone. */
const pauseMs = 4_000
const retryMs = 20_000

/** Keeps a draft under the account too, beside the device's own. Each copy says which change it has seen last. */
export class AccountCopy {
  readonly #draft: KeptDraft
  readonly #definition: FormDefinition
  readonly #language: () => Language
  readonly #tell: (copying: Copying) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSending = false
  #isChosen = true
  /** What the account has, as `textOf` writes it: opening a form changes nothing. */
  #copied: string | undefined
  /** The draft that `#copied` is of: somebody may begin afresh. */
  #draftId: string | undefined

  constructor(
    draft: KeptDraft,
    definition: FormDefinition,
    language: () => Language,
    tell: (copying: Copying) => void,
  ) {
    this.#draft = draft
    this.#definition = definition
    this.#language = language
    this.#tell = tell
  }

  /** Whether another device was here since this one has seen the draft. Asked when the form opens. */
  async look(): Promise<void> {
    const { id, revision = 0 } = this.#draft.current
    if (revision === 0) return
    const there = await fetchMine(id)
    this.#isChosen = there.revision === revision
    this.#copied = this.#textOf(there.answers)
    this.#tell(this.#isChosen ? 'copied' : 'elsewhere')
  }

  changed(): void {
    clearTimeout(this.#timer)
    if (this.#isChosen) this.#timer = setTimeout(() => void this.copyNow(), pauseMs)
  }

  /** Answers in the form's own order, without files, which stay on the device that chose them. */
  #textOf(answers: Answers): string {
    const files = new Set(filesIn(this.#definition, 'public', answers).map(({ file }) => file))
    return JSON.stringify(valuesFrom(this.#definition, answers), (_, value: unknown) =>
      Array.isArray(value) && value.some((each) => files.has(each)) ? [] : value,
    )
  }

  async copyNow(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isSending || !this.#isChosen) return
    this.#isSending = true
    try {
      await this.#copy()
    } catch (error) {
      this.#refused(error)
    }
    this.#isSending = false
  }

  async #copy(): Promise<void> {
    if (this.#draftId !== this.#draft.id) {
      this.#draftId = this.#draft.id
      this.#copied = undefined
    }
    if (this.#copied === undefined) await this.look()
    const { id, slug, version, startedAt, answers, revision: seen = 0 } = this.#draft.current
    const text = this.#textOf(answers)
    if (!this.#isChosen) return
    if (text === this.#copied) {
      this.#draft.seen(id, seen, false)
      return
    }
    this.#tell('copying')
    const { revision } = await ask(keepMyDraft, {
      id,
      slug,
      version,
      startedAt: Instant.parse(startedAt),
      answers: { ...answers },
      language: this.#language(),
      seen,
    })
    this.#copied = text
    const isAhead = this.#draft.current.answers !== answers
    this.#draft.seen(id, revision, isAhead)
    this.#tell('copied')
    if (isAhead) this.changed()
  }

  #refused(error: unknown): void {
    const messageId = error instanceof AppError ? error.messageId : 'L000'
    if (messageId === 'form.changed-elsewhere') {
      this.#isChosen = false
      this.#tell('elsewhere')
    } else if (errorCatalogue[messageId].next === 'retry') {
      this.#tell('waiting')
      this.#timer = setTimeout(() => void this.copyNow(), retryMs)
    } else {
      // Handed in elsewhere, too old, too many: trying again would not help, and a person should know.
      this.#isChosen = false
      this.#tell(messageId)
    }
  }

  /** What is here takes the place of what was written on the other device. @throws AppError */
  async keepThis(): Promise<void> {
    const { id } = this.#draft.current
    const there = await fetchMine(id)
    this.#draft.seen(id, there.revision, true)
    this.#copied = this.#textOf(there.answers)
    this.#isChosen = true
    await this.copyNow()
  }

  /** What was written on the other device takes the place of what is here. @returns it. @throws AppError */
  async takeOther() {
    const there = await fetchMine(this.#draft.current.id)
    const answers = withFilesOf(this.#definition, there.answers, this.#draft.current.answers)
    await this.#draft.takeUp({ ...this.#draft.current, ...there, answers, isAhead: false })
    this.#copied = this.#textOf(there.answers)
    this.#isChosen = true
    this.#tell('copied')
    return answers
  }

  /** The page goes: what is not copied yet is copied at once. */
  stop(): void {
    if (this.#timer !== undefined) void this.copyNow()
  }
}

/** What the account has of this draft. @throws AppError form.link-over when it has none */
export async function fetchMine(id: string) {
  const { draft } = await ask(openMyDraft, { id })
  return { ...draft, answers: draft.answers as Answers }
}
