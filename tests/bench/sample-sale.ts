/** About as large as a sale of four lines: what is stored and sent, by us and by the yardsticks. */
export const sampleSale = {
  lines: Array.from({ length: 4 }, (_, n) => ({
    n,
    name: { en: 'Chicken shawarma', ar: 'شاورما دجاج' },
    gross: 1500 + n,
  })),
  total: 6006,
}
