import type { z } from 'zod'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import { defaultMessages } from '#server/features/messaging/default-messages.ts'
import { reopenScore, studentScoring, submitScore } from '#shared/admissions/assessment.contract.ts'
import { scoringSets, setScoring } from '#shared/admissions/scoring.contract.ts'
import type { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { askConsent, ConsentRequest } from '#shared/consents/consent-request.contract.ts'
import { documentLink } from '#shared/documents/document-review.contract.ts'
import { askCriteria, CriteriaLink, saveFormValues } from '#shared/forms/criteria.contract.ts'
import type { Answers, FileAnswer } from '#shared/forms/form-answers.rules.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { type FileKind, OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { consentPdf } from '#shared/letters/issued-letter.contract.ts'
import { startMany } from '#shared/messaging/bulk-message.contract.ts'
import { addNote, addTask, strikeNote } from '#shared/students/student-notes.contract.ts'
import { saveStudentProfile, studentRecord } from '#shared/students/student-record.contract.ts'
import { mailTo } from '#tests/support/account-kit.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import { fillForm } from '#tests/support/forms/fill-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import { decision, mailedToken, openBy } from './consent-kit.ts'
import { bring, decideAs, paper } from './document-kit.ts'
import { check, csvFile } from './import-kit.ts'
import { answerBy, countSeats, linkOf, parseOfferDraft } from './offers-made.ts'
import { paperSigned } from './scan-kit.ts'
import { scoringBody } from './scoring-kit.ts'
import { commandOn, decide, fileOf, listStudents } from './students-made.ts'
import { hers, marked, marks } from './whole-file-marks.ts'
import { meetFamily } from './whole-file-meeting.ts'
import { addRare } from './whole-file-rare.ts'

const his = 'ali.zubqx@zubqx.example'
const child = `${marks.word} Quortana`
const newId = () => OpId.parse(crypto.randomUUID())

type Change = z.input<typeof studentUpdate.body>['change']

/** Colleagues, by what they are. */
export type Desk = Record<'registrar' | 'officer' | 'head' | 'finance', Caller>

/** One child through every room of the house, with words of its own in each. */
export class WholeFile {
  readonly #box: Box
  readonly #school: TestSchool
  /** By role. */
  readonly #as: Desk
  studentId = ''
  submissionId = ''
  enquiryId = ''

  constructor(box: Box, school: TestSchool, as: Desk) {
    this.#box = box
    this.#school = school
    this.#as = as
  }

  async fill(): Promise<void> {
    await this.#apply()
    await this.#record()
    await this.#papers()
    await this.#consents()
    await this.#judge()
    await this.#meet()
    await this.#sends()
    await this.#offers()
    await this.#besides()
  }

  async #ask(by: Caller, to: Endpoint, input: object) {
    this.#box.clock.advance(1)
    const { status, body } = await call(this.#box.app, by, to, input)
    if (status !== 200) throw new Error(`${to.path}: ${JSON.stringify(body)}`)
    return body
  }

  /** A step of somebody who sees the file as it is. */
  async step(by: Caller, change: Change): Promise<void> {
    this.#box.clock.advance(1)
    const { student } = await fileOf(this.#box, by, this.studentId)
    const done = await decide(this.#box, by, commandOn({ id: this.studentId, revision: student.revision }, change))
    if ('refused' in done) throw new Error(`${change.kind}: ${done.refused} ${JSON.stringify(done.field)}`)
  }

  async #apply() {
    const visitor = await makeVisitor(this.#box, this.#school, 8)
    const today = businessDay(this.#box.clock.nowMs(), 'UTC', 0)
    const forms = defaultForms({ firstYear: 2031, ages: undefined })
    const files: { content: Uint8Array; answer: FileAnswer }[] = []
    const file = (field: { accept: readonly FileKind[] }) => {
      const made = paper(
        field.accept.includes('pdf') ? 'pdf' : 'jpeg',
        `${marks.word} scan ${files.length}`,
        `${marks.word}.pdf`,
      )
      const { fileId, name, bytes, sha256, kind } = made.ref
      files.push({ content: made.content, answer: { fileId, name, bytes, sha256, kind } })
      return { fileId, name, bytes, sha256, kind }
    }
    const filled = (slug: 'enquiry' | 'admission', more: Answers): Answers => {
      const definition = forms[slug]
      if (!definition) throw new Error(slug)
      const made = marked(fillForm(definition, { today, amount: 'all', variant: 0, file })) as Answers
      return { ...made, ...more }
    }
    const enquiry = filled('enquiry', { parent_name: `Hind ${marks.word}`, mobile: marks.phone, email: hers })
    const [first] = enquiry['children'] as Answers[]
    const asked = { ...enquiry, children: [{ ...first, name: child }] }
    const begun = files.length
    const enquired = visitor.op('enquiry.submit', { form: 'enquiry', answers: asked })
    await this.#take(await visitor.push([enquired]))
    const guardian = { ...(filled('admission', {})['guardians'] as Answers[])[0] }
    files.length = begun
    const applied = visitor.op('admission.submit', {
      form: 'admission',
      answers: filled('admission', {
        legal_name: child,
        legal_name_ar: `${marks.arabic} القرطانية`,
        dob: marks.born,
        entry_year: '2031',
        grade: 'KG1',
        writer_name: `Hind ${marks.word}`,
        writer_mobile: marks.phone,
        writer_email: hers,
        guardians: [
          { ...guardian, name: `Hind ${marks.word}`, mobile: marks.phone, email: hers, may_sign: true, language: 'en' },
          {
            ...guardian,
            name: `Ali ${marks.word}`,
            mobile: '+97455310018',
            email: his,
            may_sign: true,
            language: 'ar',
          },
        ],
      }),
    })
    await this.#take(await visitor.push([applied]))
    for (const [at, each] of files.entries()) await visitor.chunk(at < begun ? enquired.opId : applied.opId, each, 0)
    const { students } = await listStudents(this.#box, this.#as.officer, { filter: { text: child } })
    this.studentId = students[0]?.student_id ?? ''
    this.submissionId = applied.opId
    this.enquiryId = enquired.opId
  }

  async #take({ status, body }: { status: number; body: Record<string, unknown> }) {
    const [result] = (body['results'] ?? []) as { outcome: string }[]
    await Promise.resolve()
    if (status !== 200 || result?.outcome !== 'applied') throw new Error(JSON.stringify(body))
  }

  async #record() {
    const { officer, registrar } = this.#as
    const student_id = this.studentId
    const { identity, guardians } = studentRecord.reply.parse(await this.#ask(officer, studentRecord, { student_id }))
    const [first, ...others] = guardians
    if (!first) throw new Error('nobody looks after the child')
    const saved = { identity, guardians: [{ ...first, nameLatin: `Hind ${marks.word}-Changed` }, ...others] }
    await this.#ask(officer, saveStudentProfile, { student_id, commandId: newId(), revision: 0, ...saved })
    const noteId = newId()
    await this.#ask(officer, addNote, { student_id, noteId, way: 'call', text: `Her aunt ${marks.word} called` })
    await this.#ask(officer, strikeNote, { student_id, noteId, because: `Not of ${marks.word}` })
    const task = { taskId: newId(), task: `Call ${marks.word}`, dueOn: '2030-03-05', owner: null }
    await this.#ask(officer, addTask, { student_id, ...task })
    await this.step(registrar, { kind: 'claim', claim: 'sibling', state: 'verified', note: `Brother of ${marks.word}` })
    const said = { of: 'child' as const, paper: 'passport' as const, numberEnd: '7Q1X' }
    await this.step(officer, { kind: 'identity', said })
    const fee = { amount: minor(30_000), method: 'cash' as const, receipt: 'R-1', on: '2030-03-02' }
    await this.step(officer, { kind: 'application-fee', ...fee, amount: minor(3_000), receipt: 'R-0' })
    const [typed] = (await fileOf(this.#box, officer, student_id)).fee.paid
    const wrong = { paymentId: typed?.id ?? '', reason: `Of a cousin of ${marks.word}` }
    await this.step(this.#as.finance, { kind: 'fee-reversal', ...wrong })
    await this.step(officer, { kind: 'application-fee', ...fee })
  }

  async #papers() {
    const { officer } = this.#as
    const student_id = this.studentId
    await bring(this.#box, officer, student_id, 'passport', paper('pdf', `${marks.word} page`, `${marks.word}.pdf`))
    const because = { reason: 'unreadable', note: `Hind ${marks.word} was told` } as const
    await decideAs(this.#box, officer, student_id, ['passport', 'reject'], because)
    await this.#ask(officer, documentLink, { student_id, guardian: `Hind ${marks.word}`, email: hers, language: 'en' })
  }

  async #consents() {
    const { officer } = this.#as
    const visitor = await makeVisitor(this.#box, this.#school, 4)
    const of = { subject: child, guardian: `Hind ${marks.word}`, email: hers, language: 'ar' }
    const asked = { submissionId: this.submissionId, ...of, purposes: ['photos', 'trips'] }
    const { id } = ConsentRequest.parse((await this.#ask(officer, askConsent, asked))['request'])
    const token = await mailedToken(this.#box, hers)
    await openBy(this.#box, visitor, token)
    const signature = { kind: 'typed', name: `Hind ${marks.word}` }
    const said = decision(this.#box, id, { photos: true, trips: false }, { signature })
    await this.#take(await visitor.push([visitor.op('consent.decide', said)]))
    // No paper is made here; the letter is issued all the same.
    await call(this.#box.app, { school: this.#school.code }, consentPdf, { token, language: 'en' })
    const criteria = {
      submissionId: this.submissionId,
      code: 'criteria-test',
      subject: child,
      email: his,
      language: 'ar',
    }
    CriteriaLink.parse((await this.#ask(officer, askCriteria, criteria))['link'])
    const link = (await mailTo(this.#box, his)).token
    const values = { name: `Ali ${marks.word}`, children: [{ name: child, dob: '2024-02-29' }] }
    const formData = {
      version: 1,
      language: 'ar',
      isFinal: true,
      seen: 0,
      startedAt: '2030-03-01T00:00:00.000Z',
      trap: '',
    }
    const final = { token: link, sims_criteria_code: 'criteria-test', values, formData }
    await this.#ask({ school: this.#school.code }, saveFormValues, final)
  }

  async #judge() {
    const { officer, registrar } = this.#as
    const student_id = this.studentId
    const of = { entryYear: 2031, grade: 'KG1' }
    await this.#ask(registrar, scoringSets, {})
    const { set } = setScoring.reply.parse(
      await this.#ask(registrar, setScoring, { ...of, version: 0, body: scoringBody() }),
    )
    const said = {
      unmet: [],
      recommendation: 'admit',
      conditions: `If ${marks.word} likes it`,
      note: `${marks.word} sings`,
    }
    const scores = { scores: { speaking: 7, settled: true } }
    const mine = { student_id, setId: set.id, ...scores, ...said }
    await this.#ask(officer, submitScore, { ...mine, commandId: newId() })
    const { assessments } = studentScoring.reply.parse(await this.#ask(registrar, studentScoring, { student_id }))
    const reason = `${marks.word} was ill`
    await this.#ask(registrar, reopenScore, { student_id, id: assessments[0]?.id ?? '', reason })
    await this.#ask(officer, submitScore, { ...mine, commandId: newId() })
  }

  async #meet() {
    const officer = this.#as.officer
    const by = { nowMs: this.#box.clock.nowMs(), ask: (to: Endpoint, input: object) => this.#ask(officer, to, input) }
    await meetFamily(by, this.studentId, { name: `Hind ${marks.word}`, email: hers, note: `${marks.word} has a cold` })
  }

  async #sends() {
    const many = {
      commandId: newId(),
      whom: { ids: [this.studentId] },
      words: defaultMessages.waiting,
      isNecessary: true,
    }
    await this.#ask(this.#as.registrar, startMany, many)
  }

  /** Offered, signed by one on paper and by the other by link, paid, given up: money comes and goes. */
  async #offers() {
    const { registrar, officer, finance } = this.#as
    const family = { school: this.#school.code }
    await countSeats(this.#box, this.#school, { campus: '', entryYear: 2031, grade: 'KG1', stream: '' }, 9)
    await this.step(officer, { kind: 'move', to: 'on-hold', reason: `ask ${marks.word}`, reviewOn: '2030-03-09' })
    await this.step(officer, { kind: 'move', to: 'new', note: `${marks.word} came` })
    await this.step(registrar, { kind: 'move', to: 'shortlisted', note: `For ${marks.word}` })
    const signers = [
      { name: `Hind ${marks.word}`, email: hers, language: 'en' as const },
      { name: `Ali ${marks.word}`, email: his, language: 'ar' as const },
    ]
    const conditions = [{ en: `If ${marks.word} stays`, ar: `إن بقيت ${marks.arabic}` }]
    const offer = parseOfferDraft({
      signers,
      terms: { ...parseOfferDraft().terms, letter: 'conditional-offer-letter', conditions },
    })
    await this.step(registrar, { kind: 'offer', offer })
    const typed = { kind: 'sign', signature: { kind: 'typed', name: `Hind ${marks.word}` } } as const
    await answerBy(this.#box, family, await linkOf(this.#box, hers), typed)
    const [out] = (await fileOf(this.#box, registrar, this.studentId)).offers
    const of = { student_id: this.studentId, offerId: out?.id ?? '', signerId: out?.signers[1]?.id ?? '' }
    await this.step(officer, await paperSigned(this.#box, officer, of))
    await this.step(registrar, {
      kind: 'formality',
      said: { formality: 'registration', on: '2030-03-03', number: `${marks.word}-9` },
    })
    await this.step(finance, { kind: 'waive-deposit', offerId: of.offerId, reason: `${marks.word} is poor` })
    const payment = { offerId: of.offerId, method: 'cash' as const }
    await this.step(finance, { kind: 'deposit', ...payment, amount: minor(100_000), receipt: 'D-1' })
    const note = `Hind ${marks.word} moved away`
    await this.step(officer, { kind: 'move', to: 'rejected', outcome: 'withdrawn-by-family', reason: 'other', note })
    await this.step(finance, { kind: 'refund', ...payment, amount: minor(100_000), receipt: 'B-1' })
  }

  /** What no call makes here, or only after days. */
  async #besides() {
    const { schoolId } = this.#school
    const list = await csvFile(
      ['nameEn', 'birthDate', 'grade', 'entryYear'],
      [{ nameEn: child, birthDate: marks.born, grade: 'KG1', entryYear: '2031' }],
    )
    await check(this.#box, this.#as.registrar, list)
    const { studentId, submissionId, enquiryId } = this
    await addRare(this.#box, schoolId, { studentId, submissionId, enquiryId, child, email: hers })
  }
}
