// chunk: desk-calls
import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { UserId } from '#shared/kernel/fields.ts'

/** Somebody of the staff, as others see them. */
export const Colleague = z.object({ userId: UserId, name: Bilingual })
export type Colleague = z.input<typeof Colleague>
