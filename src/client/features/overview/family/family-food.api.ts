import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { familyFood, familyForbid } from '#shared/overview/family/family-food.contract.ts'
import { familyTopUp } from '#shared/overview/family/family-top-up.contract.ts'

export const readFood = (studentId: string) => ask(familyFood, { student_id: studentId })
export const beginTopUp = (asked: z.input<typeof familyTopUp.body>) => ask(familyTopUp, asked)
export const forbidFood = (asked: z.input<typeof familyForbid.body>) => ask(familyForbid, asked)
