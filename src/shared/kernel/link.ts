// chunk: contract
import { z } from 'zod'

/**
 * The token of a mailed link as it was in the address, whole or not: one that no school has made is told like one that is
 * over, so there is no shape to it here.
 */
export const LinkToken = z.string().max(2000)
