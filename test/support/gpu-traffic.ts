/** Counts what a device is sent and asked for. */

export interface GpuTraffic {
  submits: number;
  bytesUp: number;
  /** Buffers that were mapped to be read, and their bytes. */
  maps: number;
  bytesDown: number;
}

export interface WatchedTraffic extends GpuTraffic {
  /** What the device is sent and asked for meanwhile. */
  of(ask: () => Promise<unknown>): Promise<GpuTraffic>;
  /** Counts no more. */
  stop(): void;
}

const COPY_DST = 0x8;
const NONE: GpuTraffic = { submits: 0, bytesUp: 0, maps: 0, bytesDown: 0 };

/** From now on. All devices of an implementation share a kind of buffer, so only one device may be used meanwhile. */
export function watchTraffic(device: GPUDevice): WatchedTraffic {
  const { queue } = device;
  const { submit, writeBuffer } = queue;
  const probe = device.createBuffer({ size: 4, usage: COPY_DST });
  const prototype = Object.getPrototypeOf(probe) as GPUBuffer;
  probe.destroy();
  const { mapAsync } = prototype;
  const traffic: WatchedTraffic = {
    ...NONE,
    async of(ask) {
      const { submits, bytesUp, maps, bytesDown } = traffic;
      await ask();
      return {
        submits: traffic.submits - submits,
        bytesUp: traffic.bytesUp - bytesUp,
        maps: traffic.maps - maps,
        bytesDown: traffic.bytesDown - bytesDown,
      };
    },
    stop() {
      Object.assign(queue, { submit, writeBuffer });
      prototype.mapAsync = mapAsync;
    },
  };
  queue.submit = (commands) => {
    traffic.submits++;
    return submit.call(queue, commands);
  };
  queue.writeBuffer = (...values: Parameters<typeof writeBuffer>) => {
    const [, , data, , size] = values;
    traffic.bytesUp += size ?? (data as ArrayBufferView).byteLength;
    return writeBuffer.apply(queue, values);
  };
  prototype.mapAsync = function (this: GPUBuffer, ...values: Parameters<typeof mapAsync>) {
    traffic.maps++;
    traffic.bytesDown += values[2] ?? this.size;
    return mapAsync.apply(this, values);
  };
  return traffic;
}
