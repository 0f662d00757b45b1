interface BothNames {
  nameLatin: string | null
  nameArabic: string | null
}

/** Names and numbers as they were when a document was issued. */
export interface DocumentNames {
  /** School's tax number; empty without. */
  taxNumber: string
  payer: BothNames & { kind: 'person' | 'company'; code: string; taxId: string | null; nationalId: string | null }
  children: (BothNames & { studentId: string })[]
}
