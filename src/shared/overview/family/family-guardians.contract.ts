import { z } from 'zod'
import { FullName } from '#shared/consents/consent-request.contract.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Language, Uuid } from '#shared/kernel/fields.ts'
import { familyRights } from './family-rights.rules.ts'

/*
 * Who sees a child in a family's home. A guardian whom the school knows may invite others, with fewer rights, and end what they gave.
 */

export const FamilyGuardian = z.object({
  email: z.string(),
  /** Null for one whom the school has let in without a name. */
  name: z.string().nullable(),
  rights: z.array(z.enum(familyRights)),
  isMe: z.boolean(),
  /** Invited by a guardian, who may change and end it; the others are the school's to decide. */
  isInvited: z.boolean(),
  hasAccount: z.boolean(),
})
export type FamilyGuardian = z.infer<typeof FamilyGuardian>

const Guardians = z.object({ guardians: z.array(FamilyGuardian) })

/** Lists who sees a child. @throws AppError access.denied for an invited guardian, request.not-found */
export const familyGuardians = endpoint({
  method: 'post',
  path: '/family/guardians',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: Guardians,
})

/**
 * Invites a guardian by mail, or changes the rights of one invited before. An account with the proved address sees the child.
 * @throws AppError access.denied, request.not-found, request.too-many, family.guardian-known (the school decides about this address)
 */
export const familyInvite = endpoint({
  method: 'post',
  path: '/family/invite',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    guardian: FullName,
    email: Email,
    rights: z.array(z.enum(familyRights)).min(1).max(10),
    language: Language,
  }),
  reply: Guardians,
})

/** Ends the access of an invited guardian at once. @throws AppError access.denied, request.not-found */
export const familyRevoke = endpoint({
  method: 'post',
  path: '/family/revoke',
  audience: 'session',
  body: z.object({ student_id: Uuid, email: Email }),
  reply: Guardians,
})
