import { CustomerId } from '#shared/kernel/fields.ts'

/** What the address of the accounts says as it stands there; read only by the screen. */
export interface AccountsAddress {
  account?: unknown
}

/** The account that is open; none when the address names none. */
export const readAccount = ({ account }: AccountsAddress): CustomerId | undefined => CustomerId.safeParse(account).data
