// The host's messages (docs/boogie-host.md): one JSON object a line, both ways.
using System.Buffers;
using System.Text.Json;

namespace Lockstep.BoogieHost;

internal sealed class Request {
  public long Id;
  public string Program = "";
  public bool Houdini;
  public bool Cvc5;
  public string SolverPath = "";
  public int TimeLimit = 10000; // ms of solver time per procedure
  public int ErrorLimit = 8;    // refutations wanted per procedure
  public int Memory;            // MB of address space of the solver; 0: no limit
  public string Proof = "";     // stem of the .smt2 file to keep; empty: none

  public static Request Parse(ReadOnlyMemory<byte> line) {
    using var json = JsonDocument.Parse(line);
    var r = new Request();
    foreach (var p in json.RootElement.EnumerateObject())
      switch (p.Name) {
        case "id": r.Id = p.Value.GetInt64(); break;
        case "program": r.Program = p.Value.GetString()!; break;
        case "houdini": r.Houdini = p.Value.GetBoolean(); break;
        case "solver": r.Cvc5 = Solver(p.Value.GetString()!); break;
        case "solver_path": r.SolverPath = p.Value.GetString()!; break;
        case "time_limit_ms": r.TimeLimit = p.Value.GetInt32(); break;
        case "error_limit": r.ErrorLimit = p.Value.GetInt32(); break;
        case "memory_mb": r.Memory = p.Value.GetInt32(); break;
        case "proof": r.Proof = p.Value.GetString()!; break;
        default: throw new JsonException("unknown field " + p.Name);
      }
    return r;
  }

  private static bool Solver(string name) => name switch {
    "z3" => false,
    "cvc5" => true,
    _ => throw new JsonException("unknown solver " + name),
  };
}

internal enum Outcome { Proved, Unknown, Timeout, Refuted } // worse is larger

internal sealed class Finding {
  public Outcome Outcome = Outcome.Proved;
  public string Reason = "";
  public Dictionary<string, string>? Model;

  // What is known of an assertion is the worst of what is known of its parts (a loop invariant has two).
  public void Worsen(Outcome outcome, string reason, Dictionary<string, string>? model = null) {
    if (outcome <= Outcome)
      return;
    Outcome = outcome;
    Reason = reason;
    Model = model;
  }
}

internal sealed class Response {
  public long Id;
  public readonly Dictionary<string, Finding> Assertions = new();
  public readonly SortedDictionary<string, bool> Candidates = new(StringComparer.Ordinal);
  public string Error = "";
  public string Solver = "";
  public int Queries;
  public double Seconds;

  public ReadOnlyMemory<byte> Line() {
    var buffer = new ArrayBufferWriter<byte>();
    using (var w = new Utf8JsonWriter(buffer)) {
      w.WriteStartObject();
      w.WriteNumber("id", Id);
      w.WriteStartArray("assertions");
      foreach (var (id, finding) in Assertions) {
        w.WriteStartObject();
        w.WriteString("id", id);
        w.WriteString("outcome", finding.Outcome.ToString().ToLowerInvariant());
        if (finding.Reason != "")
          w.WriteString("reason", finding.Reason);
        if (finding.Model != null) {
          w.WriteStartObject("model");
          foreach (var (name, value) in finding.Model)
            w.WriteString(name, value);
          w.WriteEndObject();
        }
        w.WriteEndObject();
      }
      w.WriteEndArray();
      w.WriteStartObject("candidates");
      foreach (var (name, kept) in Candidates)
        w.WriteBoolean(name, kept);
      w.WriteEndObject();
      if (Error != "")
        w.WriteString("error", Error);
      w.WriteString("boogie", "3.5.5");
      w.WriteString("solver", Solver);
      w.WriteNumber("queries", Queries);
      w.WriteNumber("seconds", Seconds);
      w.WriteEndObject();
    }
    buffer.Write("\n"u8);
    return buffer.WrittenMemory;
  }
}
