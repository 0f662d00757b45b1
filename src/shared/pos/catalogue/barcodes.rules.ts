/** Returns every code by which a scanner finds an item, its first one first. */
export const barcodesOf = (item: {
  barcode: string | null
  moreBarcodes?: readonly string[] | undefined
}): string[] => [...(item.barcode === null ? [] : [item.barcode]), ...(item.moreBarcodes ?? [])]
