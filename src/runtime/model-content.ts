/** One part of multimodal model output. */
export type ModelContentPart =
  | { type: 'text'; text: string }
  | { type: 'image-url' | 'file-url'; url: string }
  | { type: 'image-data' | 'file-data'; data: string; mediaType: string; filename?: string }
  | { type: 'file-id' | 'image-file-id'; fileId: string | Record<string, string> }
  | { type: 'custom'; [key: string]: unknown }

/** Output shaped for the model. Anything else that `toModelOutput` returns is sent as it is. */
export type ModelOutput =
  | { type: 'text'; value: string }
  | { type: 'json'; value: unknown }
  | { type: 'content'; value: ModelContentPart[] }
