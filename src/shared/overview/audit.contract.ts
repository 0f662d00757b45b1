import { z } from 'zod'
import { auditGroups, auditKinds } from '#shared/audit/account-acts.rules.ts'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { DayInput, Instant, UserId, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'

export const AuditEntry = z.object({
  id: Uuid,
  /** Which history it stands in: the common one, that of faces, or that of students. */
  source: z.enum(['audit', 'faces', 'students']),
  at: Instant,
  /** A code, for ever the same; a later server may know more of them. */
  what: z.string(),
  by: z.object({ id: UserId, name: Bilingual.nullable() }).nullable(),
  deviceId: Uuid.nullable(),
  about: z
    .object({
      kind: z.enum(auditKinds),
      id: z.string(),
      /** Of a colleague; nobody else is named here. */
      name: Bilingual.nullable(),
      /** Of a student or of what was handed in: ids that were made in one second look alike. */
      reference: z.string().nullable(),
    })
    .nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.object({
  group: z.enum(auditGroups).optional(),
  by: UserId.optional(),
  about: z.object({ kind: z.enum(auditKinds), id: z.string().min(1).max(100) }).optional(),
  /** Whatever was done about the students who are registered as this, however it is written. */
  reference: z.string().trim().min(1).max(40).optional(),
  /** Days of the school, both included. */
  from: DayInput.optional(),
  to: DayInput.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

/** The record of what was done, by whom and when, the newest first: to be searched, and by nobody to be changed. */
export const auditList = endpoint({
  method: 'post',
  path: '/audit/audit_list',
  audience: 'session',
  body: z.object({
    filter: AuditFilter.default({}),
    after: z.string().max(80).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({
    entries: z.array(AuditEntry),
    next: z.string().nullable(),
    /** Whom the record can be asked about: everybody who works here or did. */
    people: z.array(z.object({ id: UserId, name: Bilingual })),
  }),
})

export const auditExport = listExport('/audit/audit_export', 'record', AuditFilter.default({}), { stepUp: true })
