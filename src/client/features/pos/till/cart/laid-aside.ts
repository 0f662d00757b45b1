// chunk: till-later
/** Ids of carts that leave the counter for another reason than being given up: parked, or turned into a refund. */
export const laidAside = new Set<string>()
