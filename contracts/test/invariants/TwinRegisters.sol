// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../../src/interfaces/IMinimalForwarder.sol";
import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {Vm} from "../base/Vm.sol";
import {Actors} from "./Actors.sol";
import {CertificateRefusals} from "./CertificateRefusals.sol";
import {Ghosts} from "./Ghosts.sol";
import {Replica} from "./Replica.sol";

/// @title Two registers that get the same calls: one from their senders, one through the forwarder
abstract contract TwinRegisters is Actors, CertificateRefusals, Ghosts {
    IRegistry public direct;
    IRegistry public forwarded;

    /// The first call that was not answered as the guards demand; what was wrong with it.
    string public surprise;
    /// The first call that the two registers answered differently; what differed.
    string public difference;
    /// How often each function was accepted and refused, by its selector.
    mapping(bytes4 => uint256) public accepted;
    mapping(bytes4 => uint256) public refused;
    /// The most events that one call of each function emitted.
    mapping(bytes4 => uint256) public mostEvents;
    /// How many requests of each signer the forwarder said it had run.
    mapping(address => uint256) public requestsRun;

    /// What the forwarder ran last, for replays.
    IMinimalForwarder.ForwardRequest internal lastRun;
    bytes internal lastSignature;

    constructor() {
        setUp();
        replica = new Replica();
        vm.recordLogs();
        direct = _deploy();
        forwarded = _deploy();
        _replay(vm.getRecordedLogs());
    }

    /// @dev The register as its events tell it.
    function rebuilt() external view returns (Replica) {
        return replica;
    }

    function nonceOf(address signer) external view returns (uint256) {
        return forwarder.getNonce(signer);
    }

    /// @dev Sends a call that changes one thing at most to both registers. `refusal` is the reason for which
    /// it must be refused; empty if it must be accepted.
    function send(address sender, bytes memory call, string memory refusal) internal returns (bool success) {
        return send(sender, call, refusal, 1);
    }

    function send(address sender, bytes memory call, string memory refusal, uint256 eventsAtMost)
        internal
        returns (bool success)
    {
        bytes4 selector = bytes4(call);
        // Another account's address at the end, where a forwarded call has its signer's: it must count
        // for nothing, since neither a sender nor a signer can choose whom the register sees.
        call = bytes.concat(call, bytes20(anyone()));

        vm.recordLogs();
        bytes memory returned;
        vm.prank(sender);
        (success, returned) = address(direct).call(call);
        _forward(sender, call, success, returned);
        // The runner also records what a refused call emitted before it was undone.
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 events = success ? _replay(logs) : 0;

        bool mustSucceed = bytes(refusal).length == 0;
        if (success != mustSucceed) _note(success ? "accepted, but: " : "refused, but should not be", refusal);
        if (!success && keccak256(returned) != keccak256(abi.encodeWithSignature("Error(string)", refusal))) {
            _note("refused for another reason than: ", refusal);
        }
        if (events > eventsAtMost) _note("too many events", "");
        if (events > mostEvents[selector]) mostEvents[selector] = events;
        if (success) ++accepted[selector];
        else ++refused[selector];
    }

    function _forward(address sender, bytes memory call, bool directSuccess, bytes memory directReturned) private {
        Actor memory signer = Actor(sender, keyOf[sender]);
        IMinimalForwarder.ForwardRequest memory req = requestOf(signer, address(forwarded), call);
        bytes memory signature = signRequest(signer, req);
        bool success;
        bytes memory returned = directReturned;
        if (oneIn(4)) success = _runInBatch(req, signature);
        else (success, returned) = _run(req, signature);

        if (success) {
            ++requestsRun[sender];
            lastRun = req;
            lastSignature = signature;
        }
        if (success != directSuccess) difference = "success";
        if (keccak256(returned) != keccak256(directReturned)) difference = "what was returned";
    }

    function _run(IMinimalForwarder.ForwardRequest memory req, bytes memory signature)
        internal
        returns (bool success, bytes memory returned)
    {
        bytes memory execution = abi.encodeCall(IMinimalForwarder.execute, (req, signature));
        vm.prank(anyone());
        (success, returned) = address(forwarder).call(execution);
        if (success) returned = abi.decode(returned, (bytes));
    }

    /// @dev Between two requests that cannot run: one for a later nonce, and the same one again.
    function _runInBatch(IMinimalForwarder.ForwardRequest memory req, bytes memory signature)
        private
        returns (bool)
    {
        IMinimalForwarder.ForwardRequest[] memory requests = new IMinimalForwarder.ForwardRequest[](3);
        bytes[] memory signatures = new bytes[](3);
        (requests[0], requests[1]) = (req, req);
        requests[2] = IMinimalForwarder.ForwardRequest(
            req.from, req.to, req.value, req.gas, req.nonce + 2, req.deadline, req.data
        );
        (signatures[0], signatures[1], signatures[2]) = (signature, hex"00", signature);
        vm.prank(anyone());
        bool[] memory flags = forwarder.executeBatch(requests, signatures);
        if (flags[1] || flags[2]) _note("a request ran that could not", "");
        return flags[0];
    }

    /// @dev Feeds the direct register's events to the replica. The other's must be the same.
    /// @return count of the direct register's events
    function _replay(Vm.Log[] memory logs) private returns (uint256 count) {
        bytes32 ofDirect;
        bytes32 ofForwarded;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter == address(direct)) {
                ofDirect = keccak256(abi.encode(ofDirect, logs[i].topics, logs[i].data));
                replica.replay(logs[i]);
                ++count;
            } else if (logs[i].emitter == address(forwarded)) {
                ofForwarded = keccak256(abi.encode(ofForwarded, logs[i].topics, logs[i].data));
            }
        }
        if (ofDirect != ofForwarded) difference = "events";
    }

    function _note(string memory what, string memory refusal) internal {
        if (bytes(surprise).length == 0) surprise = string.concat(what, refusal);
    }

    function _deploy() private returns (IRegistry) {
        vm.startPrank(founder(0));
        address deployed = deployArtifact("Registry.sol:Registry", abi.encode(address(forwarder)));
        vm.stopPrank();
        return IRegistry(deployed);
    }
}
