/** Part of a line of a guide. `guide` leads to another one. */
export type GuideText =
  | { kind: 'text' | 'code' | 'strong'; text: string }
  | { kind: 'guide'; text: string; guide: string }

/** Block of a guide, as the build makes it from `src/guides`. */
export type GuideBlock =
  | { kind: 'heading'; level: number; text: GuideText[] }
  | { kind: 'paragraph'; text: GuideText[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; start: number; items: GuideText[][] }
  | { kind: 'table'; head: GuideText[][]; rows: GuideText[][][] }
