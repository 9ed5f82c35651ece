/** A place where content of calls rests, from which it can be taken for good: a transcript, a store of waiting calls. */
export interface Erasable {
  /** Removes what is kept of a call, or of a subject, and answers how much there was. */
  forget(whose: { toolCallId?: string; subject?: string }): Promise<number>
}
