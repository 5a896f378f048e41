import type { TemporaryFile } from "./temporary-file.ts";

export type Reading = { stream: ReadableStream<Uint8Array>; cutOff(): void };

/** One client's reading of a file, which holds the file until it is over. */
export function readFile(file: TemporaryFile, onEnd: () => void = () => {}): Reading {
  file.hold();
  let position = 0;
  let isOver = false;
  let cutOff = () => {};

  async function finish(): Promise<void> {
    if (isOver) return;
    isOver = true;
    onEnd();
    await file.release();
  }

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      cutOff = () => {
        if (isOver) return;
        controller.error(new Error("The client was too slow"));
        void finish();
      };
    },
    async pull(controller) {
      try {
        const bytes = await file.read(position);
        // The client may have left while we read, or was cut off.
        if (isOver) return;
        if (bytes === null) controller.close();
        else controller.enqueue(bytes);
        position += bytes?.length ?? 0;
        if (bytes === null) await finish();
      } catch (error) {
        if (isOver) return;
        controller.error(error);
        await finish();
      }
    },
    cancel: finish,
  });
  return { stream, cutOff: () => cutOff() };
}
