// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../../src/interfaces/IMinimalForwarder.sol";
import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {TwinRegisters} from "./TwinRegisters.sol";

/// @title Drives the registers with every call that there is, good and bad, by everybody
contract RegistryHandler is TwinRegisters {
    /// The agent that the last call was about; it need not exist.
    uint256 public touched;

    /// Currencies and categories: the last two are too short and too long, by one byte.
    string[6] private _names =
        ["USDC", "EUR", "x", "a name of thirty-one bytes, max", "", "a name of thirty-two bytes, no.."];

    // ----------------------------------------------------------------- agents

    function registerRoot(uint256 seed) external choosingBy(seed) {
        _register(0);
    }

    function registerChild(uint256 seed) external choosingBy(seed) {
        _register(_someAgent());
    }

    /// @dev Under the newest agent, so that lineages get deep.
    function registerDescendant(uint256 seed) external choosingBy(seed) {
        _register(replica.totalAgents());
    }

    function attestCompliance(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        _sendForAgent(agentId, abi.encodeCall(IRegistry.attestCompliance, (agentId)));
    }

    function updateCapabilities(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        _sendForAgent(agentId, abi.encodeCall(IRegistry.updateCapabilities, (agentId, someHash())));
    }

    function updateConstitution(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        _sendForAgent(agentId, abi.encodeCall(IRegistry.updateConstitution, (agentId, someHash())));
    }

    function reportRevenue(uint256 seed) external choosingBy(seed) {
        uint64 end = uint64(block.timestamp - choose(2 days));
        if (oneIn(10)) end = uint64(block.timestamp + 1 + choose(2));
        Report memory r = Report({
            agentId: _someAgent(),
            amount: oneIn(8) ? 2 ** 53 - choose(2) : choose(1_000_000),
            currency: _someName(),
            category: _someName(),
            periodStart: oneIn(10) ? end + 1 : end - uint64(choose(30 days)),
            periodEnd: end
        });
        address sender = _someoneFor(r.agentId);
        bytes memory call = abi.encodeCall(
            IRegistry.reportRevenue, (r.agentId, r.amount, r.currency, r.category, r.periodStart, r.periodEnd)
        );
        send(sender, call, refusalOfReport(sender, r));
        _remember(r.agentId);
    }

    function confirmAgent(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        address sender = _someoneFor(agentId);
        uint256 parentAgentId = replica.getAgent(agentId).parentAgentId;
        if (parentAgentId != 0 && oneIn(3)) sender = _someoneFor(parentAgentId);
        send(sender, abi.encodeCall(IRegistry.confirmAgent, (agentId)), refusalOfConfirmation(sender, agentId));
        _remember(agentId);
    }

    // ------------------------------------------------------------- regulators

    function suspendAgent(uint256 seed) external choosingBy(seed) {
        (uint256 agentId, address sender, string memory reason) = (_someAgent(), _someRegulator(), _someReason());
        string memory refusal = refusalOfRegulatorCall(sender, agentId, true, false, "Agent not active");
        if (bytes(refusal).length == 0 && bytes(reason).length > 1_000) refusal = "Reason too long";
        send(sender, abi.encodeCall(IRegistry.suspendAgent, (agentId, reason)), refusal);
        _remember(agentId);
    }

    /// @dev Both ways to end an agent in one function, or agents would end as fast as they come.
    function endAgent(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        if (oneIn(2)) return _sendForAgent(agentId, abi.encodeCall(IRegistry.terminateSelf, (agentId)));
        (address sender, string memory reason) = (_someRegulator(), _someReason());
        string memory refusal = refusalOfRegulatorCall(sender, agentId, true, true, "Agent not active");
        if (bytes(refusal).length == 0 && bytes(reason).length > 1_000) refusal = "Reason too long";
        send(sender, abi.encodeCall(IRegistry.revokeAgent, (agentId, reason)), refusal);
        _remember(agentId);
    }

    function reactivateAgent(uint256 seed) external choosingBy(seed) {
        (uint256 agentId, address sender) = (_someAgent(), _someRegulator());
        string memory refusal = refusalOfRegulatorCall(
            sender, agentId, false, true, "Only suspended agents can be reactivated"
        );
        send(sender, abi.encodeCall(IRegistry.reactivateAgent, (agentId)), refusal);
        _remember(agentId);
    }

    // ------------------------------------------------------------------ owner

    /// @dev Low more often than not: a limit that no lineage reaches tests nothing.
    function setMaxGenerationDepth(uint256 seed) external choosingBy(seed) {
        uint256 depth = oneIn(3) ? choose(14) : choose(4);
        _sendAsOwner(abi.encodeCall(IRegistry.setMaxGenerationDepth, (depth)));
    }

    /// @dev One function for the rest of what only the owner may do: it would otherwise fill the runs.
    function administer(uint256 seed) external choosingBy(seed) {
        address subject = oneIn(6) ? address(0) : anyone();
        uint256 action = choose(3);
        if (action == 0) _sendAsOwner(abi.encodeCall(IRegistry.addRegulator, (subject)));
        else if (action == 1) _sendAsOwner(abi.encodeCall(IRegistry.removeRegulator, (subject)));
        else _sendAsOwner(abi.encodeCall(IRegistry.transferOwnership, (subject)));
    }

    function acceptOwnership(uint256 seed) external choosingBy(seed) {
        address sender = replica.pendingOwner();
        if (sender == address(0) || oneIn(3)) sender = anyone();
        send(sender, abi.encodeCall(IRegistry.acceptOwnership, ()), refusalOfAcceptance(sender));
    }

    // --------------------------------------------------------- time, bad requests

    function passTime(uint256 seed) external choosingBy(seed) {
        vm.warp(block.timestamp + choose(4 days));
    }

    /// @dev A request that ran already, or was changed after it was signed, must not run.
    function sendStrayRequest(uint256 seed) external choosingBy(seed) {
        if (lastSignature.length == 0) return;
        IMinimalForwarder.ForwardRequest memory req = lastRun;
        uint256 change = choose(4);
        if (change == 1) req.nonce = forwarder.getNonce(req.from);
        if (change == 2) req.from = anyone();
        if (change == 3) (req.nonce, req.deadline) = (forwarder.getNonce(req.from), 1);
        (bool success,) = _run(req, lastSignature);
        if (success) _note("a stray request ran", "");
    }

    // ---------------------------------------------------------------- choices

    function _register(uint256 parentAgentId) private {
        Registration memory r = Registration({
            haftungsperson: oneIn(6) ? address(0) : anyone(),
            agentWallet: oneIn(3) ? anyone() : newcomer(),
            constitutionHash: someHash(),
            capabilityHash: someHash(),
            operationalScope: _someText(64),
            parentAgentId: parentAgentId,
            selfModifying: oneIn(2)
        });
        if (oneIn(20)) r.agentWallet = address(0);
        address sender = oneIn(2) ? _someoneFor(parentAgentId) : anyone();
        if (oneIn(4) && r.agentWallet != address(0)) sender = r.agentWallet;
        if (oneIn(4) && r.haftungsperson != address(0)) sender = r.haftungsperson;
        bytes memory call = abi.encodeCall(
            IRegistry.registerAgent,
            (
                r.haftungsperson,
                r.agentWallet,
                r.constitutionHash,
                r.capabilityHash,
                r.operationalScope,
                r.parentAgentId,
                r.selfModifying
            )
        );
        if (send(sender, call, refusalOfRegistration(r))) rememberRegistration(direct, direct.totalAgents());
        touched = direct.totalAgents();
    }

    function _sendForAgent(uint256 agentId, bytes memory call) private {
        address sender = _someoneFor(agentId);
        send(sender, call, refusalOfAgentCall(sender, agentId));
        _remember(agentId);
    }

    function _sendAsOwner(bytes memory call) private {
        address sender = oneIn(3) ? anyone() : replica.owner();
        send(sender, call, refusalOfOwnerCall(sender));
    }

    function _remember(uint256 agentId) private {
        touched = agentId;
        if (_exists(agentId)) rememberState(direct, agentId);
    }

    /// @dev Now and then one that does not exist. One that is at its end gets a second draw, because
    /// there are ever more of them and little can happen to them.
    function _someAgent() private returns (uint256 agentId) {
        uint256 total = replica.totalAgents();
        if (oneIn(12)) return choose(2) * (total + 1);
        agentId = 1 + choose(total + 1);
        if (memories[agentId].isFinal) agentId = 1 + choose(total + 1);
    }

    /// @dev Mostly an account that may act for the agent.
    function _someoneFor(uint256 agentId) private returns (address) {
        if (!_exists(agentId)) return anyone();
        return oneIn(3) ? _outsiderTo(agentId) : _partyOf(agentId);
    }

    /// @dev Not only strangers: accounts with power elsewhere are the ones that might get through.
    function _outsiderTo(uint256 agentId) private returns (address) {
        uint256 which = choose(4);
        if (which == 0) return replica.owner();
        if (which == 1) return _someRegulator();
        uint256 parentAgentId = replica.getAgent(agentId).parentAgentId;
        return which == 2 && parentAgentId != 0 ? _partyOf(parentAgentId) : anyone();
    }

    function _partyOf(uint256 agentId) private returns (address) {
        IRegistry.Agent memory agent = replica.getAgent(agentId);
        uint256 party = choose(3);
        return party == 0 ? agent.agentWallet : party == 1 ? agent.creator : agent.haftungsperson;
    }

    /// @dev Mostly an account with the role; the owner has it without being named.
    function _someRegulator() private returns (address candidate) {
        for (uint256 i = 0; i < 4; ++i) {
            candidate = anyone();
            if (replica.isRegulator(candidate)) return candidate;
        }
        return oneIn(3) ? candidate : replica.owner();
    }

    function _someName() private returns (string memory) {
        return _names[oneIn(6) ? choose(6) : choose(3)];
    }

    function _someReason() private returns (string memory) {
        return _someText(20);
    }

    /// @dev Mostly short; now and then as long as allowed, or one byte longer.
    function _someText(uint256 usually) private returns (string memory) {
        bytes memory text = new bytes(oneIn(12) ? 1_000 + choose(2) : choose(usually));
        bytes32 letters = someHash();
        for (uint256 i = 0; i < text.length && i < 32; ++i) text[i] = letters[i];
        return string(text);
    }
}
