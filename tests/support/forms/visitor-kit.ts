import { createHash } from 'node:crypto'
import { machineRandom } from '#server/node/machine.ts'
import {
  chunkBytes,
  putChunk,
  type Submission,
  SubmissionState,
  submissionStates,
} from '#shared/forms/form.contract.ts'
import type { FileAnswer } from '#shared/forms/form-answers.rules.ts'
import { chainStart, operationHash } from '#shared/kernel/chain.ts'
import type { FileKind } from '#shared/kernel/fields.ts'
import { type OpId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { admitVisitor } from '#shared/sync/anonymous-sender.contract.ts'
import type { CommandKind } from '#shared/sync/command-kinds.ts'
import { type Operation, pushOps, syncProtocol } from '#shared/sync/sync.contract.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { makeTablet, signedCall, type TestDevice, type TestSchool } from '#tests/support/factories.ts'
import { type Box, call, type Reply } from '#tests/support/server.ts'

/** A file with the bytes that its kind begins with, and the answer that names it. */
export interface TestFile {
  content: Uint8Array
  answer: FileAnswer
}

const beginnings: Record<FileKind, readonly number[]> = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
}

/** Some other browser's outbox, by hand: its operations are numbered, linked, hashed and signed as a real one's. */
export class TestVisitor {
  readonly installEpoch: string
  seq = 0
  #lastHash = chainStart
  #no = 0
  readonly box: Box
  readonly school: TestSchool
  readonly keys: TestDevice
  readonly stream: string

  constructor(box: Box, school: TestSchool, keys: TestDevice, stream = `form/${keys.deviceId}`) {
    this.box = box
    this.school = school
    this.keys = keys
    this.stream = stream
    this.installEpoch = this.newId()
  }

  newId = (): string => uuidv7(this.box.clock.nowMs(), machineRandom)

  admit = async (proof?: string): Promise<Reply> =>
    call(this.box.app, { school: this.school.code }, admitVisitor, {
      visitorId: this.keys.deviceId,
      publicKey: this.keys.publicKey,
      proof: proof ?? (await quickProof(this.box, this.school)),
    })

  /** An operation in its place in the stream; kept apart from handing it over, so that a test may repeat or change it. */
  op(
    kind: CommandKind | 'pos.sale',
    body: Partial<Submission> | { requestId: string },
    id = this.newId(),
    now = toInstant(this.box.clock.nowMs()),
  ): Operation {
    this.seq += 1
    const isForm = !('requestId' in body)
    const whole = isForm ? { version: 1, language: 'en', startedAt: now, channel: 'public', trap: '', ...body } : body
    const unhashed = {
      opId: id as OpId,
      stream: this.stream,
      seq: this.seq,
      prevHash: this.#lastHash,
      kind,
      v: 1,
      body: whole,
      actorId: null,
      wallAt: now,
      monoMs: 0,
      bootId: this.installEpoch,
      clockOffsetMs: 0,
    }
    const op = { ...unhashed, hash: operationHash(unhashed) }
    this.#lastHash = op.hash
    return op
  }

  push(ops: readonly Operation[]): Promise<Reply> {
    this.#no += 1
    return this.signed(pushOps, {
      protocol: syncProtocol,
      batchId: this.newId(),
      deviceId: this.keys.deviceId,
      installEpoch: this.installEpoch,
      fence: { epoch: 1, no: this.#no },
      sentAt: toInstant(this.box.clock.nowMs()),
      appVersion: 'test',
      ops,
      holes: [],
      tails: {},
    })
  }

  signed = (to: Parameters<typeof signedCall>[3], input: unknown): Promise<Reply> =>
    signedCall(this.box, { school: this.school.code }, this.keys, to, input)

  async states(...submissionIds: string[]): Promise<SubmissionState[]> {
    const { body } = await this.signed(submissionStates, { submissionIds })
    return SubmissionState.array().parse(body.submissions)
  }

  file(kind: FileKind, bytes: number, change: Partial<FileAnswer> = {}): TestFile {
    const content = new Uint8Array(bytes)
    for (let i = 0; i < bytes; i += 1) content[i] = beginnings[kind][i] ?? (i * 31) % 256
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { content, answer: { fileId: this.newId(), name: `a.${kind}`, bytes, sha256, kind, ...change } }
  }

  chunk(submissionId: string, { content, answer }: TestFile, no: number): Promise<Reply> {
    const data = Buffer.from(content.subarray(no * chunkBytes, (no + 1) * chunkBytes)).toString('base64')
    return this.signed(putChunk, { submissionId, fileId: answer.fileId, no, data })
  }
}

/** A visitor who has made itself known, and may hand in `forms` forms. */
export async function makeVisitor(box: Box, school: TestSchool, forms = 1): Promise<TestVisitor> {
  const visitor = new TestVisitor(box, school, await makeTablet())
  for (let i = 0; i < forms; i += 1) await visitor.admit()
  return visitor
}
