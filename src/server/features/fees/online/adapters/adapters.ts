import type { GatewayId } from '#shared/fees/online/gateway.rules.ts'
import type { GatewayAdapter } from './gateway.types.ts'
import { myFatoorah } from './myfatoorah.ts'
import { simulated } from './simulated.ts'
import { tap } from './tap.ts'

/** The adapter of each gateway. */
export const adapters: Readonly<Record<GatewayId, GatewayAdapter>> = { myfatoorah: myFatoorah, tap, simulated }
