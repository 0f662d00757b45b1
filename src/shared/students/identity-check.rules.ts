import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { subjectRows } from '#shared/forms/form-subjects.rules.ts'
import { readIdentityNumber } from '#shared/forms/people/identity-number.rules.ts'

/** Whose identity is held against a paper: the child's, and that of the person who signs for it. */
export const identitySubjects = ['child', 'signer'] as const
export type IdentitySubject = (typeof identitySubjects)[number]

/** By which paper. */
export const identityDocuments = ['identity-card', 'passport', 'birth-certificate'] as const
export type IdentityDocument = (typeof identityDocuments)[number]

/** Which documents prove whose identity once they are approved. */
export const provingTypes: Readonly<Record<IdentitySubject, Readonly<Record<string, IdentityDocument>>>> = {
  child: { 'identity-card': 'identity-card', passport: 'passport' },
  signer: { 'guardian-identity': 'identity-card' },
}

/** Enough of a number to hold it against a paper, and too little to be used by anybody: its last four letters or digits. */
export const numberEnd = (number: string): string =>
  readIdentityNumber(number)
    .replaceAll(/[^\da-z]/gi, '')
    .slice(-4)
    .toUpperCase()

interface Stated {
  of: IdentitySubject
  paper: IdentityDocument
  numberEnd: string
}

/** By these keys the ready forms ask for numbers; a form that asks in another way states none. */
const ofChild = { 'identity-card': 'id_no', passport: 'passport_no' } as const

/** What the numbers end in that an application gives for one of its children, from 0, and for the person who may sign. */
export function statedNumbers(form: FormDefinition, answers: Answers, place: number): Stated[] {
  const child = subjectRows(form, answers)[place]?.row ?? {}
  const guardians = answers['guardians']
  const signers = (Array.isArray(guardians) ? (guardians as Answers[]) : []).filter((row) => row['may_sign'] === true)
  const found = [
    ...(['identity-card', 'passport'] as const).map((paper) => stated('child', paper, child[ofChild[paper]])),
    ...signers.map((row) => stated('signer', 'identity-card', row['id_no'])),
  ]
  return found.filter((each) => each.numberEnd !== '')
}

const stated = (of: IdentitySubject, paper: IdentityDocument, number: unknown): Stated => ({
  of,
  paper,
  numberEnd: typeof number === 'string' ? numberEnd(number) : '',
})
