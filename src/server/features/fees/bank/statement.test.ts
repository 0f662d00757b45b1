import { describe, expect, it } from 'vitest'
import { makePayerCode } from '#shared/fees/payer-code.rules.ts'
import { type MatchIndex, matchLine } from './match-line.rules.ts'
import { hashLines, readStatement } from './read-statement.rules.ts'
import { statementAmount, statementDay } from './statement-values.rules.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string, currency: 'QAR' | 'KWD' = 'QAR') => readStatement(bytes(text), { currency })

describe('bank statements', () => {
  it('FEE-39: reads CSV with a preamble, by English or Arabic headings, with one amount or two', () => {
    const csv = [
      'Account statement,QA00000000000001',
      'Period,01/11/2026 - 30/11/2026',
      'Transaction Date,Description,Reference No,Debit,Credit,Balance',
      '25/11/2026,"TRANSFER, SCHOOL FEES",FT123,,"1,500.00","9,999.00"',
      '26-Nov-2026,CHARGES,FT124,12.50,,',
      ',Closing balance,,,,"9,999.00"',
      '31/02/2026,BROKEN,FT125,,1.00,',
    ].join('\r\n')
    expect(read(csv)).toEqual({
      format: 'csv',
      lines: [
        { bookedOn: '2026-11-25', amount: 150_000, text: 'TRANSFER, SCHOOL FEES', reference: 'FT123' },
        { bookedOn: '2026-11-26', amount: -1_250, text: 'CHARGES', reference: 'FT124' },
      ],
      faults: [{ line: 7, fault: 'date' }],
    })
    expect(read('التاريخ;البيان;المبلغ\n٢٥/١١/٢٠٢٦;رسوم;١٢٫٥٠\n', 'QAR')?.lines).toEqual([
      { bookedOn: '2026-11-25', amount: 1_250, text: 'رسوم', reference: '' },
    ])
    expect(read('name,age\nx,1\n')).toBeUndefined()
    expect(read('Date,Details,Amount,Currency\n2026-11-25,x,1.00,USD\n')?.faults).toEqual([
      { line: 2, fault: 'currency' },
    ])
  })

  it('FEE-39: reads MT940 with details over several lines and reversals', () => {
    const mt940 = [
      '{1:F01BANKQAQAXXX0000000000}{4:',
      ':20:STATEMENT',
      ':25:0000000001',
      ':60F:C261124KWD1000,000',
      ':61:2611251125C12,345NTRFNONREF//FT261125',
      ':86:FEES FOR CHILD',
      'SECOND LINE',
      ':61:2611251125D5,NCHGCHG-1',
      ':61:2611261126RC1,5NTRFREF/A//FT9',
      ':62F:C261126KWD1007,345',
      '-}',
    ].join('\r\n')
    expect(read(mt940, 'KWD')).toEqual({
      format: 'mt940',
      lines: [
        { bookedOn: '2026-11-25', amount: 12_345, text: 'FEES FOR CHILD SECOND LINE', reference: 'FT261125' },
        { bookedOn: '2026-11-25', amount: -5_000, text: 'CHG-1', reference: 'CHG-1' },
        { bookedOn: '2026-11-26', amount: -1_500, text: 'REF/A', reference: 'FT9' },
      ],
      faults: [],
    })
    expect(read(mt940, 'QAR')?.faults.map(({ fault }) => fault)).toEqual(['currency', 'currency', 'currency'])
  })

  it('FEE-39: reads booked entries of CAMT.053, with any prefix', () => {
    const entry = (status: string, mark: string, amount: string) => `
      <c:Ntry><c:Amt Ccy="QAR">${amount}</c:Amt><c:CdtDbtInd>${mark}</c:CdtDbtInd><c:Sts><c:Cd>${status}</c:Cd></c:Sts>
      <c:BookgDt><c:Dt>2026-11-25</c:Dt></c:BookgDt><c:AcctSvcrRef>A1</c:AcctSvcrRef>
      <c:NtryDtls><c:TxDtls><c:Refs><c:EndToEndId>NOTPROVIDED</c:EndToEndId></c:Refs><c:Amt Ccy="USD">1</c:Amt>
      <c:RltdPties><c:Dbtr><c:Nm>A &amp; B</c:Nm></c:Dbtr></c:RltdPties>
      <c:RmtInf><c:Ustrd>FEES 1</c:Ustrd></c:RmtInf></c:TxDtls></c:NtryDtls></c:Ntry>`
    const camt = `<?xml version="1.0"?><c:Document xmlns:c="x"><c:BkToCstmrStmt><c:Stmt>${entry('BOOK', 'CRDT', '1500.00')}
      ${entry('PDNG', 'CRDT', '7.00')}${entry('BOOK', 'DBIT', '2')}</c:Stmt></c:BkToCstmrStmt></c:Document>`
    expect(read(camt)).toEqual({
      format: 'camt053',
      lines: [
        { bookedOn: '2026-11-25', amount: 150_000, text: 'A & B FEES 1', reference: 'A1' },
        { bookedOn: '2026-11-25', amount: -200, text: 'A & B FEES 1', reference: 'A1' },
      ],
      faults: [],
    })
  })

  it('FEE-39: gives the same line the same hash in any file, and equal lines of one day different ones', () => {
    const line = { bookedOn: '2026-11-25', amount: 100 as never, text: 'Fees', reference: '' }
    const [first, second] = hashLines('A', [line, line])
    expect(first?.hash).not.toBe(second?.hash)
    expect(hashLines('A', [{ ...line, text: 'FEES' }])[0]?.hash).toBe(first?.hash)
    expect(hashLines('B', [line])[0]?.hash).not.toBe(first?.hash)
  })

  it('reads days and amounts as banks write them', () => {
    expect(
      ['2026-1-5', '5/1/2026', '05.01.26', '5-Jan-2026', '1/25/2026', '25/13/2026', 'x'].map(statementDay),
    ).toEqual(['2026-01-05', '2026-01-05', '2026-01-05', '2026-01-05', '2026-01-25', undefined, undefined])
    const amounts = [
      '1,234.50',
      '1.234,50',
      '(12.00)',
      '-12',
      '12.00 DR',
      '12.000',
      'QAR 5',
      '1,234',
      '12.005',
      'x',
      '',
    ]
    expect(amounts.map((text) => statementAmount(text, 'QAR'))).toEqual([
      123_450,
      123_450,
      -1_200,
      -1_200,
      -1_200,
      1_200,
      500,
      123_400,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('matching a line', () => {
  let at = 0
  const random = { bytes: () => new Uint8Array(8), float: () => ((at += 7) % 13) / 13 }
  const [father, mother] = [makePayerCode(random), makePayerCode(random)]
  const index: MatchIndex = {
    payerByCode: new Map([
      [father, 'father'],
      [mother, 'mother'],
    ]),
    payersByNumber: new Map([
      ['2026-0041', ['father']],
      ['2026-0042', ['father', 'mother']],
    ]),
  }
  const match = (text: string, amount = 100) =>
    matchLine({ bookedOn: '2026-11-25', amount: amount as never, text, reference: '' }, index)

  it('FEE-39: is by code, else by the child’s number, and two candidates are decided by a person', () => {
    expect(match(`FEES ${father} 2026-0042`)).toEqual({ state: 'matched', payerId: 'father', by: 'code' })
    expect(match('fees 2026-0041')).toEqual({ state: 'matched', payerId: 'father', by: 'child' })
    expect(match('fees 2026-0042')).toEqual({ state: 'doubtful', candidates: ['father', 'mother'] })
    expect(match(`${father} ${mother}`)).toEqual({ state: 'doubtful', candidates: ['father', 'mother'] })
    expect(match('salary')).toEqual({ state: 'doubtful', candidates: [] })
    expect(match(father, -100)).toEqual({ state: 'ignored' })
  })
})
