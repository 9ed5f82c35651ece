/** Stands for the output of an earlier call in messages that came back from a client, on its way to the model. */
export class RestoredOutput {
  /** What the model got, or what it is told instead. */
  readonly modelOutput: unknown

  constructor(modelOutput: unknown) {
    this.modelOutput = modelOutput
  }
}
