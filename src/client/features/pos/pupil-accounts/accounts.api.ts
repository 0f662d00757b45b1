import { ask } from '#client/platform/http.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Entitlement } from '#shared/pos/entitlement.contract.ts'
import { accountStatement, giveCard, setEntitlement } from '#shared/pos/pupil-account.contract.ts'

export const readStatement = async (customerId: CustomerId) => (await ask(accountStatement, { customerId })).statement
export const setSchoolAllowance = (customerId: CustomerId, entitlement: Entitlement) =>
  ask(setEntitlement, { customerId, entitlement })
export const makeCard = async (customerId: CustomerId) => (await ask(giveCard, { customerId })).holder
