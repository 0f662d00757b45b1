import type { z } from 'zod'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { formStudents } from '#shared/forms/form-students.rules.ts'
import type { EnquiryChild } from '#shared/admissions/enquiries/enquiry.contract.ts'

/** By these keys the ready forms ask for what no role in a definition names. */
const keys = { message: 'message', prefers: 'preferred_channel', source: 'source', consent: 'contact_consent' } as const

const textAt = (answers: Answers, key: string | undefined): string => {
  const answer = key === undefined ? undefined : answers[key]
  return typeof answer === 'string' ? answer.trim() : ''
}

/** What the desk knows of an enquiry by its answers. */
export interface EnquiryFacts {
  contact: string
  phone: string | null
  email: string | null
  children: z.input<typeof EnquiryChild>[]
  message: string
  prefers: string | null
  source: string | null
  mayContact: boolean | null
}

/** Reads an enquiry: who writes, about which children, and what they ask. */
export function enquiryFacts(form: FormDefinition, answers: Answers): EnquiryFacts {
  const consent = answers[keys.consent]
  return {
    contact: textAt(answers, form.contact.name),
    phone: textAt(answers, form.contact.phone) || null,
    email: textAt(answers, form.contact.email) || null,
    children: formStudents(form, answers).map((child, place) => ({
      place,
      nameLatin: child.nameLatin,
      nameArabic: child.nameArabic,
      birthDate: child.birthDate,
      grade: child.grade,
      entryYear: child.entryYear,
    })),
    message: textAt(answers, keys.message),
    prefers: textAt(answers, keys.prefers) || null,
    source: textAt(answers, keys.source) || null,
    mayContact: typeof consent === 'boolean' ? consent : null,
  }
}
