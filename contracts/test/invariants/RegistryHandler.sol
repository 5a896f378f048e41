// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../../src/interfaces/IMinimalForwarder.sol";
import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../../src/interfaces/IRegistryRoles.sol";
import {CertificatesHandler} from "./CertificatesHandler.sol";

/// @title Drives the registers with every call that there is, good and bad, by everybody
contract RegistryHandler is CertificatesHandler {
    // ----------------------------------------------------------------- agents

    function registerRoot(uint256 seed) external choosingBy(seed) {
        _register(0);
    }

    function registerChild(uint256 seed) external choosingBy(seed) {
        _register(_someAgent());
    }

    /// @dev Under the deepest of a few that may have children, so that lineages get deep.
    function registerDescendant(uint256 seed) external choosingBy(seed) {
        uint256 deepest = replica.totalAgents();
        for (uint256 i = 0; i < 6; ++i) {
            uint256 agentId = _someAgent();
            IRegistry.Agent memory agent = replica.getAgent(agentId);
            bool isDeeper = agent.generation > replica.getAgent(deepest).generation;
            if (isDeeper && agent.status == IRegistry.Status.Active) deepest = agentId;
        }
        _register(deepest);
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
        _remember(r.agentId, sender);
    }

    // ------------------------------------------------------------- regulators

    function suspendAgent(uint256 seed) external choosingBy(seed) {
        (uint256 agentId, address sender, string memory reason) = (_someAgent(), _someRegulator(), _someReason());
        string memory refusal = refusalOfRegulatorCall(sender, agentId, true, false, "Agent not active");
        if (bytes(refusal).length == 0 && bytes(reason).length > 1_000) refusal = "Reason too long";
        send(sender, abi.encodeCall(IRegistry.suspendAgent, (agentId, reason)), refusal);
        _remember(agentId, sender);
    }

    /// @dev Both ways to end an agent in one function, or agents would end as fast as they come.
    function endAgent(uint256 seed) external choosingBy(seed) {
        uint256 agentId = _someAgent();
        if (oneIn(2)) return _sendForAgent(agentId, abi.encodeCall(IRegistry.terminateSelf, (agentId)));
        (address sender, string memory reason) = (_someRegulator(), _someReason());
        string memory refusal = refusalOfRegulatorCall(sender, agentId, true, true, "Agent not active");
        if (bytes(refusal).length == 0 && bytes(reason).length > 1_000) refusal = "Reason too long";
        send(sender, abi.encodeCall(IRegistry.revokeAgent, (agentId, reason)), refusal);
        _remember(agentId, sender);
    }

    function reactivateAgent(uint256 seed) external choosingBy(seed) {
        (uint256 agentId, address sender) = (_someAgent(), _someRegulator());
        string memory refusal = refusalOfRegulatorCall(
            sender, agentId, false, true, "Only suspended agents can be reactivated"
        );
        send(sender, abi.encodeCall(IRegistry.reactivateAgent, (agentId)), refusal);
        _remember(agentId, sender);
    }

    // ------------------------------------------------------------------ owner

    /// @dev Low more often than not: a limit that no lineage reaches tests nothing.
    function setMaxGenerationDepth(uint256 seed) external choosingBy(seed) {
        uint256 depth = oneIn(3) ? choose(14) : choose(4);
        _sendAsOwner(abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (depth)));
    }

    /// @dev One function for the rest of what only the owner may do: it would otherwise fill the runs.
    function administer(uint256 seed) external choosingBy(seed) {
        address subject = oneIn(6) ? address(0) : anyone();
        uint256 action = choose(3);
        if (action == 0) _sendAsOwner(abi.encodeCall(IRegistryRoles.addRegulator, (subject)));
        else if (action == 1) _sendAsOwner(abi.encodeCall(IRegistryRoles.removeRegulator, (subject)));
        else _sendAsOwner(abi.encodeCall(IRegistryRoles.transferOwnership, (subject)));
    }

    function acceptOwnership(uint256 seed) external choosingBy(seed) {
        address sender = replica.pendingOwner();
        if (sender == address(0) || oneIn(3)) sender = anyone();
        send(sender, abi.encodeCall(IRegistryRoles.acceptOwnership, ()), refusalOfAcceptance(sender));
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

    // --------------------------------------------------------------- internal

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
        if (releasedWallets.length != 0 && oneIn(4)) r.agentWallet = releasedWallets[choose(releasedWallets.length)];
        if (retiredWallets.length != 0 && oneIn(12)) r.agentWallet = retiredWallets[choose(retiredWallets.length)];
        if (oneIn(20)) r.agentWallet = address(0);
        // One person in several places has several words to say at once.
        if (oneIn(6)) r.haftungsperson = r.agentWallet;
        address sender = oneIn(2) ? _someoneFor(parentAgentId) : anyone();
        if (oneIn(3) && r.agentWallet != address(0)) sender = r.agentWallet;
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
        if (send(sender, call, refusalOfRegistration(sender, r))) rememberRegistration(direct, direct.totalAgents());
        touched = direct.totalAgents();
    }
}
