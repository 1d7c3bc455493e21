import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Reads barcodes from the camera's picture. */
export interface FrameReader {
  read(video: HTMLVideoElement): Promise<string[]>;
}

export interface CameraScannerProps {
  openReader: () => Promise<FrameReader>;
  /** The message if the reader cannot be loaded. */
  readerMissing: string;
  /** Called with each code. Returns the message to show. */
  onCode: (code: string) => Promise<ReactNode>;
  onClose: () => void;
}

/** Time between two reads of the camera's picture. */
const LOOK_EVERY_MS = 120;
/** A code in view counts once. After it was out of view for this long it counts as another packet. */
const SAME_CODE_MS = 1_200;

/** The camera as a scanner. It reads one code after the other until it is closed. */
export function CameraScanner({ openReader, readerMissing, onCode, onClose }: CameraScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [said, setSaid] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef({ openReader, onCode });
  useEffect(() => {
    latest.current = { openReader, onCode };
  });
  useEffect(() => {
    const closing = new AbortController();
    const look = async () => {
      await openCamera(video, closing.signal);
      if (closing.signal.aborted) return;
      const reader = await latest.current.openReader().catch(() => null);
      if (reader === null) return setProblem(readerMissing);
      await readFrames(reader, video, closing.signal, async (code) => {
        setSaid(await latest.current.onCode(code));
      });
    };
    look().catch((error: unknown) => !closing.signal.aborted && setProblem(cameraSentence(error)));
    return () => closing.abort();
  }, [readerMissing]);

  return (
    <Modal opened onClose={onClose} title="Scan with the camera">
      <Stack>
        {problem === null ? (
          <>
            <video ref={video} className="k-camera" muted playsInline aria-label="What the camera sees" />
            <Text>Hold the barcode in front of the camera.</Text>
          </>
        ) : (
          <Text role="alert">{problem}</Text>
        )}
        <Text component="div" role="status" fw={600} mih="1.5em" className="k-breakable">
          {said}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Shows the camera's picture. The camera is off again when `signal` aborts, and if this rejects. */
async function openCamera(video: React.RefObject<HTMLVideoElement | null>, signal: AbortSignal): Promise<void> {
  // The camera at the back, if there are two.
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1_280 } },
  });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  // Before the picture plays: it may be closed meanwhile.
  signal.addEventListener('abort', stop);
  if (!video.current || signal.aborted) return stop();
  video.current.srcObject = stream;
  await video.current.play().catch((error: unknown) => {
    stop();
    // A browser that plays no video now has not forbidden the camera.
    throw new Error('The picture of the camera does not play', { cause: error });
  });
}

async function readFrames(
  reader: FrameReader,
  video: React.RefObject<HTMLVideoElement | null>,
  signal: AbortSignal,
  onCode: (code: string) => Promise<void>,
): Promise<void> {
  const seenAtMs = new Map<string, number>();
  let seenBefore: string[] = [];
  while (!signal.aborted && video.current) {
    const codes = await reader.read(video.current);
    if (signal.aborted) return;
    for (const code of codes) {
      const lastMs = seenAtMs.get(code) ?? -Infinity;
      seenAtMs.set(code, performance.now());
      // On a slow phone two reads are further apart: a code in both of them was not out of view.
      if (!seenBefore.includes(code) && performance.now() - lastMs > SAME_CODE_MS) await onCode(code);
    }
    seenBefore = codes;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Returns why there is no picture, so that the person can do something about it. */
function cameraSentence(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'Kaunta may not use the camera. Allow it in the settings of your browser.';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'No camera was found on this device.';
  if (name === 'NotReadableError') return 'Another app is using the camera. Close it and try again.';
  return 'The camera could not be used. Type the code instead.';
}
