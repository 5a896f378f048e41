declare module "autocannon" {
  type Client = {
    setRequests(requests: { path: string }[]): void;
    on(event: "response", listener: (status: number, bytes: number, ms: number) => void): void;
  };
  type Options = {
    url: string;
    connections: number;
    amount?: number;
    duration?: number;
    requests?: { path: string }[];
    setupClient?: (client: Client) => void;
  };
  type Result = {
    duration: number;
    "2xx": number;
    non2xx: number;
    errors: number;
    latency: { p50: number; p99: number };
  };
  export default function autocannon(options: Options): Promise<Result>;
}
