// chunk: till-calls
/** Most cash that one top-up may bring, in minor units of any currency: beyond it somebody has mistyped. */
export const maxTopUp = 1_000_000_000
