// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {Fingerprint} from "./Fingerprint.sol";

/// @title What the register once said and may never take back, and whose word changed the rest
abstract contract Ghosts {
    struct Words {
        bool walletAgreed;
        bool haftungspersonAgreed;
        bool parentAgreed;
        bool haftungspersonRefused;
        bool parentRefused;
    }

    struct Memory {
        address agentWallet;
        address creator;
        uint256 parentAgentId;
        /// The depth that was allowed when the agent was registered.
        uint256 depthAllowed;
        bool isFinal;
        IRegistry.Status finalStatus;
        /// As the last call about the agent left them.
        IRegistry.Status status;
        Words words;
        address haftungsperson;
        address pendingWallet;
        /// Zero until the wallet is released; then the record as it stood at that time.
        bytes32 end;
    }

    mapping(uint256 => Memory) internal memories;
    uint256 public agentsSeen;
    /// Wallets that were released, some of them more than once.
    address[] internal releasedWallets;
    address[] internal retiredWallets;
    /// In whose entry each was replaced.
    mapping(address => uint256) public retiredFrom;

    /// The first change of a party's word by somebody else.
    string public strangersWord;
    /// The first change of a wallet, or of the wallet proposed, that the Haftungsperson had not decided.
    string public strangersWallet;
    /// The first way out of Suspended or Revoked that was no regulator's.
    string public escape;
    /// How often it came to these, so that the invariants are known to say something.
    uint256 public refusalsTakenBack;
    uint256 public consentsTakenBack;
    uint256 public wordsAfterRelease;
    uint256 public handovers;
    uint256 public leftSuspension;

    function remembered(uint256 agentId) external view returns (Memory memory) {
        return memories[agentId];
    }

    function releases() external view returns (uint256) {
        return releasedWallets.length;
    }

    function retirements() external view returns (address[] memory) {
        return retiredWallets;
    }

    function rememberRegistration(IRegistry register, uint256 agentId) internal {
        IRegistry.Agent memory agent = register.getAgent(agentId);
        ++agentsSeen;
        Memory storage kept = memories[agentId];
        (kept.agentWallet, kept.creator, kept.parentAgentId) =
            (agent.agentWallet, agent.creator, agent.parentAgentId);
        kept.depthAllowed = register.maxGenerationDepth();
        kept.haftungsperson = agent.haftungsperson;
        kept.words = _wordsOf(register, agentId);
    }

    /// @dev To be called after each call that may have changed the agent.
    function rememberState(IRegistry register, uint256 agentId, address sender, bool isSuspendedByRefusal) internal {
        Memory storage kept = memories[agentId];
        IRegistry.Status status = register.getAgent(agentId).status;
        if (!kept.isFinal && (status == IRegistry.Status.Revoked || status == IRegistry.Status.Terminated)) {
            (kept.isFinal, kept.finalStatus) = (true, status);
        }
        bool wasStopped = kept.status == IRegistry.Status.Suspended || kept.status == IRegistry.Status.Revoked;
        if (wasStopped && status != kept.status && !_isRegulator(register, sender)) {
            bool mayLeave = kept.status == IRegistry.Status.Suspended && isSuspendedByRefusal
                && sender == kept.agentWallet && register.isWalletReleased(agentId);
            if (mayLeave) ++leftSuspension;
            else escape = "by no regulator";
        }
        kept.status = status;
        _rememberWallet(register, agentId, sender);
        _rememberWords(register, agentId, sender);
        _rememberRelease(register, agentId, sender);
    }

    /// @dev A wallet changes when the one that the Haftungsperson proposed accepts, and never otherwise.
    function _rememberWallet(IRegistry register, uint256 agentId, address sender) private {
        Memory storage kept = memories[agentId];
        IRegistry.Agent memory agent = register.getAgent(agentId);
        address proposal = register.pendingWallet(agentId);
        bool isChanged = agent.agentWallet != kept.agentWallet;
        if (isChanged) {
            if (sender != agent.agentWallet || sender != kept.pendingWallet) strangersWallet = "not the proposed one";
            if (!kept.words.haftungspersonAgreed) strangersWallet = "without the haftungsperson's agreement";
            retiredWallets.push(kept.agentWallet);
            retiredFrom[kept.agentWallet] = agentId;
            kept.agentWallet = agent.agentWallet;
        }
        if (proposal != kept.pendingWallet) {
            bool isDropped = proposal == address(0) && (isChanged || agent.haftungsperson != kept.haftungsperson);
            if (!isDropped && sender != agent.haftungsperson) strangersWallet = "proposed by another";
        }
        (kept.pendingWallet, kept.haftungsperson) = (proposal, agent.haftungsperson);
    }

    function _rememberWords(IRegistry register, uint256 agentId, address sender) private {
        Memory storage kept = memories[agentId];
        (Words memory was, Words memory isNow) = (kept.words, _wordsOf(register, agentId));
        if (was.walletAgreed != isNow.walletAgreed && sender != kept.agentWallet) {
            strangersWord = "for the wallet";
        }
        bool ofHaftungsperson = was.haftungspersonAgreed != isNow.haftungspersonAgreed
            || was.haftungspersonRefused != isNow.haftungspersonRefused;
        // Who takes over is the Haftungsperson by now.
        if (ofHaftungsperson && sender != register.getAgent(agentId).haftungsperson) {
            strangersWord = "for the haftungsperson";
        }
        bool ofParent = was.parentAgreed != isNow.parentAgreed || was.parentRefused != isNow.parentRefused;
        if (ofParent && !_speaksForParent(register, agentId, sender)) strangersWord = "for the parent";

        if (kept.end != 0 && (ofHaftungsperson || ofParent)) ++wordsAfterRelease;
        if (was.haftungspersonRefused && isNow.haftungspersonAgreed) ++refusalsTakenBack;
        if (was.haftungspersonAgreed && isNow.haftungspersonRefused) ++consentsTakenBack;
        kept.words = isNow;
    }

    function _rememberRelease(IRegistry register, uint256 agentId, address sender) private {
        Memory storage kept = memories[agentId];
        if (kept.end != 0 || !register.isWalletReleased(agentId)) return;
        if (sender != kept.agentWallet && !_isRegulator(register, sender)) strangersWord = "released the wallet";
        if (kept.words.walletAgreed) strangersWord = "released a wallet that had agreed";
        kept.end = Fingerprint.ofEnd(register, agentId);
        releasedWallets.push(kept.agentWallet);
    }

    function _wordsOf(IRegistry register, uint256 agentId) private view returns (Words memory words) {
        (words.walletAgreed, words.haftungspersonAgreed, words.parentAgreed) = register.consents(agentId);
        (words.haftungspersonRefused, words.parentRefused) = register.refusals(agentId);
    }

    function _speaksForParent(IRegistry register, uint256 agentId, address account) private view returns (bool) {
        uint256 parentAgentId = memories[agentId].parentAgentId;
        if (parentAgentId == 0) return false;
        IRegistry.Agent memory parent = register.getAgent(parentAgentId);
        bool isWallet = account == parent.agentWallet && !register.isWalletReleased(parentAgentId);
        bool isCreator = account == parent.creator && retiredFrom[account] != parentAgentId;
        return isWallet || isCreator || account == parent.haftungsperson;
    }

    function _isRegulator(IRegistry register, address account) private view returns (bool) {
        return register.isRegulator(account) || account == register.owner();
    }
}
