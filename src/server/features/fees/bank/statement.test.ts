import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
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

  it('FEE-39: gives a line the same hash in another format, and under another spelling of the account', () => {
    const line = { bookedOn: '2026-11-25', amount: minor(100), text: 'Fees', reference: 'FT 12/3' }
    const [first] = hashLines('QNB 1', [line])
    const other = { ...line, text: 'FEES NTRF NONREF', reference: 'ft123' }
    expect(hashLines('qnb-1', [other])[0]?.hash).toBe(first?.hash)
    expect(hashLines('qnb-1', [{ ...other, reference: 'FT124' }])[0]?.hash).not.toBe(first?.hash)
  })

  it('FEE-39: reads money out as such where a column marks it, and leaves an unknown mark to a person', () => {
    const csv = (head: string, ...marks: string[]) =>
      read([`Date,Details,Amount,${head}`, ...marks.map((mark) => `2026-11-25,x,10.00,${mark}`), ''].join('\n'))
    const amounts = (statement: ReturnType<typeof csv>) => statement?.lines.map(({ amount }) => amount)
    expect(amounts(csv('Dr/Cr', 'DR', 'Cr'))).toEqual([-1_000, 1_000])
    expect(amounts(csv('D/C', 'D', 'c'))).toEqual([-1_000, 1_000])
    expect(amounts(csv('Debit/Credit', 'Debit', 'Credit'))).toEqual([-1_000, 1_000])
    expect(amounts(csv('مدين/دائن', 'مدين', 'دائن'))).toEqual([-1_000, 1_000])
    expect(amounts(csv('Type', 'Debit', 'TRANSFER'))).toEqual([-1_000, 1_000])
    expect(csv('Dr/Cr', '?', 'CR')?.lines.map(({ isUncertain }) => isUncertain)).toEqual([true, undefined])
  })

  it('FEE-39: refuses a day of MT940 that is none, and reads on', () => {
    const mt940 = [':60F:C260101QAR0,', ':61:260231C5,NTRFA//B', ':61:260228C6,NTRFC//D', ':62F:C260301QAR0,']
    const statement = read(mt940.join('\n'))
    expect(statement?.faults).toEqual([{ line: 2, fault: 'date' }])
    expect(statement?.lines.map(({ bookedOn, amount }) => [bookedOn, amount])).toEqual([['2026-02-28', 600]])
  })

  it('FEE-39: reads each payment of a CAMT batch, and leaves a batch without amounts to a person', () => {
    const detail = (amount: string, text: string) => `<TxDtls>${amount}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
    const entry = (amount: string, details: string) => `<Ntry><Amt Ccy="QAR">${amount}</Amt>
      <CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-25</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`
    const older = '<AmtDtls><TxAmt><Amt Ccy="QAR">3.00</Amt></TxAmt></AmtDtls>'
    const named = detail('<Amt Ccy="QAR">7.00</Amt>', 'A') + detail(older, 'B')
    const bare = detail('', 'A') + detail('', 'B')
    const camt = `<Document><BkToCstmrStmt>${entry('10.00', named)}${entry('10.00', bare)}
      ${entry('10.00', '<Btch><NbOfTxs>3</NbOfTxs></Btch>')}</BkToCstmrStmt></Document>`
    const lines = read(camt)?.lines.map(({ amount, text, isUncertain }) => ({ amount, text, isUncertain }))
    expect(lines).toEqual([
      { amount: 700, text: 'A', isUncertain: undefined },
      { amount: 300, text: 'B', isUncertain: undefined },
      { amount: 1_000, text: 'A B', isUncertain: true },
      { amount: 1_000, text: '', isUncertain: true },
    ])
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

  it('FEE-39: is by code alone; a child’s number, two codes or a batch are decided by a person', () => {
    expect(match(`FEES ${father} 2026-0042`)).toEqual({ state: 'matched', payerId: 'father', by: 'code' })
    expect(match('fees 2026-0041')).toEqual({ state: 'doubtful', candidates: ['father'] })
    expect(match('fees 2026-0042')).toEqual({ state: 'doubtful', candidates: ['father', 'mother'] })
    const batch = { bookedOn: '2026-11-25', amount: minor(100), text: father, reference: '', isUncertain: true }
    expect(matchLine(batch, index)).toEqual({ state: 'doubtful', candidates: ['father'] })
    expect(match(`${father} ${mother}`)).toEqual({ state: 'doubtful', candidates: ['father', 'mother'] })
    expect(match('salary')).toEqual({ state: 'doubtful', candidates: [] })
    expect(match(father, -100)).toEqual({ state: 'ignored' })
  })
})
